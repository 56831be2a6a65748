"""Tables for papers compile in a document without an error or undefined command.

exports_latex.py PROGRAM

Exits with 77 (skipped) if pdflatex is not installed.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

EXPERIMENT = """\
title: Results for a paper
problems: [{shape: [2x3, 2x5, 4x2]}]
strategies:
  enumeration: {only: [2x3]}
  band_classes: {quantities: [grids, bands]}
  rows: {strategy: row_sampler, samples: [1000, 2000], quantities: [grids]}
  burnside_bfs: {only: [2x3], inputs: {grids: enumeration}}
  ksp: {}
"""

# 5x2 has 355 classes: more rows than fit a page.
TABLES = ["", "--quantity grids --shape 2x5", "--finding signature_class_table --shape 4x2",
          "--finding transposed_signature_class_table --shape 2x5", "--finding deviation_of_grids",
          "--finding signature_class_table --finding first_moment --shape 4x2",
          "--finding symmetry_class_sizes --finding fixed_grids_of_classes"]

PAPER = r"""\documentclass{article}
\usepackage{array,booktabs,longtable}
\begin{document}
%s
\end{document}
"""


def main(program):
    if shutil.which("pdflatex") is None:
        print("skipped: pdflatex is not installed (Debian: texlive-latex-recommended)")
        return 77
    with tempfile.TemporaryDirectory() as path:
        folder = pathlib.Path(path)
        (folder / "x.yaml").write_text(EXPERIMENT, encoding="utf-8")
        subprocess.run([program, "run", "x.yaml", "--quiet", "--no-ledger", "--json", "x.json"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
        inputs = []
        for number, selection in enumerate(TABLES):
            command = [program, "export", "x.json", "--format", "latex", "-o", f"{number}.tex", *selection.split()]
            subprocess.run(command, cwd=folder, check=True)
            inputs.append(rf"\footnotesize\noindent\input{{{number}.tex}}")
        (folder / "paper.tex").write_text(PAPER % "\n\n".join(inputs), encoding="utf-8")
        ended = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"], cwd=folder,
                               capture_output=True, check=False)
        pages = (folder / "paper.pdf").exists()
        print(ended.stdout.decode(errors="replace")[-2000:])
        return 0 if ended.returncode == 0 and pages else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
