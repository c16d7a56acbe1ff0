import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);

/** Every node of a tree. */
function* everyNode(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) for (const child of nodesIn(value)) yield* everyNode(child);
}

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') return nameOf(node['property']);
  return typeof node['name'] === 'string' ? node['name'] : '';
};

const isTextCall = (node: Node): boolean =>
  node.type === 'CallExpression' && /^(t|format\w*|join)$/.test(nameOf(node['callee']));

/** Whether an expression makes a text, always or in one of its cases. */
function makesText(node: Node): boolean {
  if (['TemplateLiteral', 'Literal'].includes(node.type) || isTextCall(node)) return true;
  const cases = [node['consequent'], node['alternate'], node['right']].filter(isNode);
  return ['ConditionalExpression', 'LogicalExpression'].includes(node.type) && cases.some(makesText);
}

const expressionOf = (child: Node) =>
  child.type === 'JSXExpressionContainer' ? (child['expression'] as Node) : null;

/** A text without an element of its own. */
function isText(child: Node): boolean {
  if (child.type === 'JSXText') return true;
  const expression = expressionOf(child);
  return expression !== null && makesText(expression);
}

/** What may come, go or become something else while what is beside it stays. Pictures and links stay. */
function comesAndGoes(child: Node): boolean {
  const expression = expressionOf(child);
  if (expression)
    return (
      ['ConditionalExpression', 'LogicalExpression', 'CallExpression'].includes(expression.type) &&
      !isTextCall(expression)
    );
  if (child.type !== 'JSXElement') return false;
  const name = nameOf((child['openingElement'] as Node)['name']);
  return /^(?!Icon|Link$)[A-Z]/.test(name);
}

/** Blanks and comments between lines make no text. */
function isLayout(child: Node): boolean {
  if (expressionOf(child)?.type === 'JSXEmptyExpression') return true;
  const { value } = child;
  return child.type === 'JSXText' && typeof value === 'string' && value.trim() === '' && value.includes('\n');
}

/** The lines where an element mixes bare text with what comes and goes, or a fragment hands bare text to its parent. */
function mixedLines(code: string): number[] {
  const program = parseSync('page.tsx', code).program as unknown as Node;
  return [...everyNode(program)]
    .filter(({ type }) => type === 'JSXElement' || type === 'JSXFragment')
    .filter((node) => {
      const children = nodesIn(node['children']).filter((child) => !isLayout(child));
      if (!children.some(isText)) return false;
      return node.type === 'JSXFragment' || (children.length > 1 && children.some(comesAndGoes));
    })
    .map(({ start }) => code.slice(0, start).split('\n').length);
}

test.each([
  ["<p>{t('a')} {usual && t('b')}</p>", [1]],
  ['<p>{isNew && <b />} Some text</p>', [1]],
  ["<p><FilmFacts />{' · '}</p>", [1]],
  ["<>{t('a')}</>", [1]],
  ["<p>{isNew ? 'a' : `b`}</p>", []],
  ["<p><span>{t('a')} </span>{usual && <span>{t('b')}</span>}</p>", []],
  ["<button><IconX /> {t('close')}</button>", []],
])('%s', (code, lines) => expect(mixedLines(code)).toEqual(lines));

test('text that a browser has translated, by putting elements around it, never ends a page', () => {
  const root = path.resolve(import.meta.dirname, '../client/src');
  const files = globSync('**/*.tsx', { cwd: root }).filter((file) => !file.endsWith('.test.tsx'));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    mixedLines(readFileSync(path.join(root, file), 'utf8')).map((line) => `${file}:${line}`),
  );
  // React can't find such text again to remove it, or to put something before it: give it an element of its own.
  expect(found).toEqual([]);
});
