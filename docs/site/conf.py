"""How Sphinx makes the site from the Markdown of the repository. `docs/site/build` calls it."""

import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
REFERENCE = os.environ["SITE_REFERENCE"]

project = "gridcensus"
copyright = "the authors of gridcensus"
version = release = re.search(r"project\([^)]*VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)

extensions = ["myst_parser", "sphinx.ext.mathjax"]
root_doc = "docs/README"
include_patterns = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "plugins/*/README.md"]
nitpicky = True
linkcheck_anchors = True

myst_enable_extensions = ["dollarmath", "amsmath"]
myst_heading_anchors = 5
# A dollar sign begins or ends a formula only if no space separates it from the formula.
myst_dmath_allow_space = False
myst_dmath_allow_digits = False
# Pages of GitHub begin at any level, and plugins name their parts alike.
suppress_warnings = ["myst.header"]

html_theme = "furo"
html_title = f"gridcensus {release}"
html_static_path = [os.environ["SITE_STATIC"], "static"]
html_css_files = ["site.css"]
html_extra_path = [REFERENCE]
html_copy_source = False
html_show_sphinx = False
# Debian's MathJax, copied: the site needs no network.
mathjax_path = "mathjax/MathJax.js?config=TeX-AMS_CHTML"
mathjax2_config = {"tex2jax": {"inlineMath": [["\\(", "\\)"]], "displayMath": [["\\[", "\\]"]],
                               "processClass": "tex2jax_process|mathjax_process|math|output_area"},
                   "messageStyle": "none", "showMathMenu": False}

# The contents at the left of each page. Sphinx reports a page that is missing here as an error.
CONTENTS = {
    "Begin": ["README", "docs/install", "docs/rules", "docs/strategies", "docs/grids"],
    "Look up": ["docs/experiment-file", "docs/command-line", "docs/results", "docs/python", "docs/long-runs"],
    "Add a strategy": ["docs/write-a-strategy", "CONTRIBUTING"],
    "Believe": ["docs/mathematics", "docs/new-counts"],
    "Strategies": sorted(str(p.parent.relative_to(ROOT) / "README") for p in ROOT.glob("plugins/*/README.md")),
    "Inside": ["docs/architecture", "docs/decisions", "CHANGELOG"],
}
IMAGE = re.compile(r'<img src="([^"]*)"[^>]*alt="([^"]*)"[^>]*>')
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")


def header_page(path):
    """The page of the reference that Doxygen makes of a header."""
    return path.name.replace("_", "__").replace(".", "_8") + ".html"


def for_the_site(_app, name, source):
    """Links to headers go to the reference, those to folders become plain words; the first page has the contents."""
    here = (ROOT / name).parent
    up = "../" * name.count("/")

    def link(found):
        text, target, _ = found.groups()
        path = pathlib.Path(os.path.normpath(here / target))
        if path.suffix == ".hpp" and (pathlib.Path(REFERENCE) / "reference" / header_page(path)).exists():
            return f'<a href="{up}reference/{header_page(path)}">{text.replace("`", "")}</a>'
        return text if path.is_dir() else found[0]

    source[0] = LINK.sub(link, IMAGE.sub(r"![\2](\1)", source[0]))
    if name == root_doc:
        for caption, pages in CONTENTS.items():
            listed = "\n".join(f"/{page}" for page in pages)
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{listed}\n```\n"


def setup(app):
    app.connect("source-read", for_the_site)
