import { onceForText, type WhyNoError } from '../../backend/why-no-error.ts';

/** Names that IPython and Jupyter put into each notebook, and kernels of Spark. */
const OF_CELLS: ReadonlySet<string> = new Set([
  'get_ipython',
  'display',
  'In',
  'Out',
  'spark',
  'sc',
  'dbutils',
]);

/** What Databricks, whose notebooks are Python files, puts in beside these. */
const OF_DATABRICKS: ReadonlySet<string> = new Set([
  ...OF_CELLS,
  ...['sqlContext', 'displayHTML', 'table', 'sql', 'udf', 'getArgument'],
]);

const DATABRICKS = /^# (?:Databricks notebook source|MAGIC\b|COMMAND -{5,})/m;

/** The marks of cells: of VS Code, Spyder and Jupytext, of nbconvert. */
const CELLS = /^#\s?%%|^# In\s?\[[\d ]*\]:/m;

/** How pyright, ruff and ty say that a name is not defined. */
const UNDEFINED: Readonly<Record<string, RegExp>> = {
  reportUndefinedVariable: /^"(\w+)" is not defined/,
  F821: /^Undefined name `(\w+)`/,
  'unresolved-reference': /^Name `(\w+)` used when not defined/,
};

const notebookIn = onceForText((text) => ({
  isOfDatabricks: DATABRICKS.test(text),
  hasCells: CELLS.test(text),
}));

/** Cells await at their top: pyright, ruff and ty say that only a function may. */
const AWAIT =
  /^"await" allowed only within async function|^Use of "async" not allowed outside of async function|^`?(?:await|async \w+)`? (?:should be used within|(?:statement|expression)? ?outside of) an (?:async|asynchronous) function/;

/** A global name of notebooks, or an `await` of its own, in a file that is one. */
export const notebookName: WhyNoError = ({ code, message }, file) => {
  if (AWAIT.test(message)) {
    const { isOfDatabricks, hasCells } = notebookIn(file.text() ?? '');
    return isOfDatabricks || hasCells ? '' : undefined;
  }
  const name = UNDEFINED[String(code)]?.exec(message)?.[1];
  if (name === undefined || !OF_DATABRICKS.has(name)) return undefined;
  const { isOfDatabricks, hasCells } = notebookIn(file.text() ?? '');
  const isPutIn = isOfDatabricks || (OF_CELLS.has(name) && hasCells);
  return isPutIn ? `\`${name}\` and other names that a notebook has by itself were not checked` : undefined;
};
