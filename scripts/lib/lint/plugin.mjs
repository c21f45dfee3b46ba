import { reaches, resolveModule } from './reaches.mjs';
import { quotedInTitles, retiredTitleWords, retiredWords } from './retired-words.mjs';

/**
 * The rules of our own. Their options say where they hold: oxlint.config.js, and that of packages/lsp.
 *
 * A name of a module that is not imported, and why. `types` may be imported nevertheless; so may
 * these `names`, and all of it `late`, by import().
 * @typedef {{
 *   regex: string, message: string, types?: boolean, late?: boolean, names?: readonly string[]
 * }} Pattern
 *
 * Code that is not written: a selector of ESLint's (`CallExpression[callee.name="setInterval"]`).
 * @typedef {{ selector: string, message: string }} Syntax
 *
 * What these rules read of ESTree and of oxlint, which has types for both in a package of its own.
 * @typedef {{
 *   type: string, range: [number, number], loc: Location, name?: string, value?: unknown, regex?: object,
 *   importKind?: string, exportKind?: string, source?: Node | null, specifiers?: Node[], imported?: Node,
 *   local?: Node, moduleReference?: Node, expression?: Node, quasis?: { value: { cooked: string } }[],
 *   callee?: Node, object?: Node, tag?: Node, arguments?: Node[]
 * }} Node
 * @typedef {{ line: number, column: number }} Position
 * @typedef {{ start: Position, end: Position }} Location
 * @typedef {{ value: string, range: [number, number], loc: Location }} Comment
 * @typedef {{ node: Node, message: string } | { loc: Location, message: string }} Found
 * @typedef {{ text: string, getAllComments: () => Comment[] }} SourceCode
 * @typedef {{ report: (found: Found) => void, filename: string, sourceCode: SourceCode }} Context
 * @typedef {{ options: readonly Pattern[] } & Context} ImportsContext
 * @typedef {{ options: readonly Syntax[] } & Context} SyntaxContext
 */

/** Options are a list of objects; the compiler checks them where they are written. */
const meta = { schema: { type: 'array', items: { type: 'object' } } };

/** However it is imported: import, export from, import(), import('x').T, import x = require('x'). */
const imports = {
  meta,
  /** @param {ImportsContext} context */
  create(context) {
    const patterns = context.options.map((pattern) => ({
      ...pattern,
      matches: new RegExp(pattern.regex, 'iu'),
    }));
    /**
     * @param {Node} node
     * @param {Node | null | undefined} source
     * @param {(pattern: Pattern) => boolean} isAllowed
     */
    const check = (node, source, isAllowed) => {
      const name = textOf(source);
      if (name === undefined) return;
      for (const pattern of patterns) {
        if (pattern.matches.test(name) && !isAllowed(pattern))
          context.report({ node, message: pattern.message });
      }
    };
    const declaration = (/** @type {Node} */ node) => {
      const { specifiers = [] } = node;
      const isType = isOfType(node) || (specifiers.length > 0 && specifiers.every(isOfType));
      const names = specifiers.map(
        ({ type, imported, local }) =>
          (type === 'ImportSpecifier' ? imported : type === 'ExportSpecifier' ? local : undefined)?.name ??
          '*',
      );
      const areNamed = (/** @type {readonly string[]} */ allowed) =>
        names.length > 0 && names.every((name) => allowed.includes(name));
      check(
        node,
        node.source,
        (pattern) => (isType && pattern.types === true) || areNamed(pattern.names ?? []),
      );
    };
    return {
      ImportDeclaration: declaration,
      ExportNamedDeclaration: declaration,
      ExportAllDeclaration: declaration,
      TSImportEqualsDeclaration: (/** @type {Node} */ node) =>
        check(node, node.moduleReference?.expression, ({ types }) => types === true && isOfType(node)),
      ImportExpression: (/** @type {Node} */ node) => check(node, node.source, ({ late }) => late === true),
      TSImportType: (/** @type {Node} */ node) => check(node, node.source, ({ types }) => types === true),
    };
  },
};

/** @param {Node} node */
const isOfType = ({ importKind, exportKind }) => importKind === 'type' || exportKind === 'type';

/**
 * The text of a literal: 'x', or `x`.
 * @param {Node | null | undefined} node
 */
function textOf(node) {
  if (typeof node?.value === 'string') return node.value.trim();
  return node?.quasis?.length === 1 ? node.quasis[0]?.value.cooked : undefined;
}

/** ESLint's no-restricted-syntax, which oxlint does not have. */
const syntax = {
  meta,
  /** @param {SyntaxContext} context */
  create(context) {
    return Object.fromEntries(
      context.options.map(({ selector, message }) => [
        selector,
        (/** @type {Node} */ node) => context.report({ node, message }),
      ]),
    );
  },
};

const words = {
  /** @param {Context} context */
  create(context) {
    const check = (/** @type {Node} */ node) => {
      const retired = retiredWords.get(node.name ?? '');
      if (retired)
        context.report({ node, message: `${retired.word} is a retired word: the term is ${retired.term}.` });
    };
    return { Identifier: check, PrivateIdentifier: check };
  },
};

/** The same words in the titles of tests. */
const titles = {
  /** @param {Context} context */
  create(context) {
    return {
      CallExpression: (/** @type {Node} */ node) => {
        const [first, ...others] = node.arguments ?? [];
        const text = proseOf(first);
        if (text === undefined || !isTitle(text, node, others)) return;
        for (const word of unquoted(text).match(/[a-z]+(?:-[a-z]+)*/gi) ?? []) {
          const retired = retiredTitleWords.get(word);
          if (retired)
            context.report({
              node: first ?? node,
              message:
                `${retired.word} is a retired word, in titles of tests too: ` +
                `the term is ${retired.term}.`,
            });
        }
      },
    };
  },
};

/**
 * Whether a text is the title of a test. Of a function that declares tests the name is not known:
 * it takes several words and then a function, or the text begins with a requirement.
 * @param {string} text
 * @param {Node} call
 * @param {readonly Node[]} others its other arguments
 */
function isTitle(text, call, others) {
  if (/^(?:test|it|describe|define)$/.test(declarer(call)) || text.startsWith('REQ-')) return true;
  const takesFunction = others.some(({ type }) => /^(?:ArrowFunction|Function)Expression$/.test(type));
  return takesFunction && call.callee?.type === 'Identifier' && text.includes(' ');
}

/**
 * The name that a call begins with: `test` of test.skipIf(x)('title').
 * @param {Node} call
 */
function declarer(call) {
  /** @type {Node | undefined} */
  let node = call;
  while (node !== undefined && node.name === undefined) node = node.callee ?? node.object ?? node.tag;
  return node?.name ?? '';
}

/**
 * The words of a literal or of a template, without what is put into it.
 * @param {Node | undefined} node
 */
function proseOf(node) {
  if (typeof node?.value === 'string') return node.value;
  return node?.type === 'TemplateLiteral'
    ? node.quasis?.map(({ value }) => value.cooked).join(' ')
    : undefined;
}

/** @param {string} title */
const unquoted = (title) =>
  Object.keys(quotedInTitles).reduce((text, quoted) => text.replace(quoted, ''), title);

/**
 * No comment switches a rule off. oxlint obeys those comments, for this rule too: but they suppress
 * what overlaps with their text, and the empty place before the first character does not.
 */
const noSwitch = {
  /** @param {Context} context */
  create(context) {
    const { sourceCode } = context;
    const first = { line: 1, column: 0 };
    return {
      Program: () => {
        if (!sourceCode.text.includes('lint-')) return;
        for (const { value, loc } of sourceCode.getAllComments()) {
          if (isSwitch.test(value))
            context.report({
              loc: { start: first, end: first },
              message:
                `Line ${String(loc.start.line)} switches lint off: mend what it says, or change the rule ` +
                'for all files of the place.',
            });
        }
      },
    };
  },
};
const isSwitch = /^[\s*]*(?:oxlint|eslint)-(?:disable|enable)/;

/** import/no-cycle does not follow import() (oxc-project/oxc, issue 25555). */
const lateCircles = {
  /** @param {Context} context */
  create(context) {
    return {
      ImportExpression: (/** @type {Node} */ node) => {
        const target = resolveModule(context.filename, textOf(node.source) ?? '');
        if (target !== undefined && reaches(target, context.filename))
          context.report({
            node,
            message: 'These imports form a circle: that file imports this one, or one that does.',
          });
      },
    };
  },
};

/**
 * Prettier breaks code, but no comment and no text. Wide stay what cannot be broken, and tables: what
 * is behind a `prettier-ignore`.
 */
const lineWidth = {
  /** @param {Context} context */
  create(context) {
    const { sourceCode } = context;
    if (!wide.test(sourceCode.text)) return {};
    const lines = sourceCode.text.split(/\r?\n/);
    const tables = sourceCode.getAllComments().filter(({ value }) => value.trim() === 'prettier-ignore');
    /** @type {Set<number>} */
    const mayBeWide = new Set();
    const lineOf = (/** @type {Position} */ { line }) => lines[line - 1] ?? '';

    /** One token: it would be too long on a line of its own, too, with a comma behind it. */
    const regex = (/** @type {Node} */ { loc: { start, end } }) => {
      const line = lineOf(start);
      const indent = line.length - line.trimStart().length;
      const length = end.column - start.column;
      if (indent + length + 1 > WIDTH && line.length - length <= WIDTH) mayBeWide.add(start.line);
    };
    /** Prettier has put the names on lines of their own, unless there is only one. */
    const declaration = (/** @type {Node} */ { source, loc: { end } }) => {
      if (source && lineOf(end).length === end.column) mayBeWide.add(end.line);
    };
    const behindIgnore = (/** @type {Node} */ { range, loc }) => {
      const [from] = range;
      const isTable = tables.some(
        ({ range: [, to] }) => to < from && sourceCode.text.slice(to, from).trim() === '',
      );
      for (let { line } = loc.start; isTable && line <= loc.end.line; line++) mayBeWide.add(line);
    };
    return {
      'Literal[regex]': regex,
      ImportDeclaration: declaration,
      ExportNamedDeclaration: declaration,
      ExportAllDeclaration: declaration,
      ...(tables.length > 0 && { '*': behindIgnore }),
      'Program:exit': () => {
        for (const [index, { length }] of lines.entries()) {
          const line = index + 1;
          if (length > WIDTH && !mayBeWide.has(line))
            context.report({
              loc: { start: { line, column: WIDTH }, end: { line, column: length } },
              message:
                `Line ${String(line)} has more than ${String(WIDTH)} columns: break it by its meaning, ` +
                'or give a part of it a name.',
            });
        }
      },
    };
  },
};
const WIDTH = 110;
const wide = new RegExp(`^.{${String(WIDTH + 1)}}`, 'm');

export default {
  meta: { name: 'own' },
  rules: {
    imports,
    syntax,
    'retired-words': words,
    'retired-titles': titles,
    'no-switch': noSwitch,
    'late-circles': lateCircles,
    'line-width': lineWidth,
  },
};
