import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { notCredentials, secrets } from './credentials.ts';

const schema = readFileSync(path.resolve(import.meta.dirname, '../../../prisma/schema.prisma'), 'utf8');

/** The names of columns that hold a secret, its hash or a part of it. */
const telling = /hash|secret|token(?!Id)|password|credential|publickey|fingerprint|answer$|ending|senderkey/i;
/** Comments that say so of a column, or of the id of a model. */
const said = /SHA-256|\bhash\b|random bits/i;

/** The columns of the schema, as `Model.column`, that look like a credential. */
function suspiciousColumns(text: string): string[] {
  return [...text.matchAll(/((?:^\/\/\/.*\n)*)^model (\w+) \{\n([\s\S]*?)^\}/gm)].flatMap(
    ([, about = '', model = '', body = '']) => {
      let comment = '';
      return body.split('\n').flatMap((line) => {
        const words = /^\s*\/\/\/ (.*)$/.exec(line)?.[1];
        if (words !== undefined) {
          comment += `${words} `;
          return [];
        }
        const [, name = '', type = ''] = /^\s+(\w+)\s+(\w+)/.exec(line) ?? [];
        const comments = /@id\b/.test(line) ? `${comment}${about}` : comment;
        comment = '';
        const holdsText = type === 'String' || type === 'Bytes';
        return holdsText && (telling.test(name) || said.test(comments)) ? [`${model}.${name}`] : [];
      });
    },
  );
}

test('every column that looks like a credential is on the list, or said to be none', () => {
  const listed = [...Object.keys(secrets), ...Object.keys(notCredentials)];
  expect(suspiciousColumns(schema).toSorted()).toEqual(listed.toSorted());
});

test.each([
  ['by its name', 'model Door {\n  id String @id\n  keySecret String\n}\n', 'Door.keySecret'],
  ['by its comment', 'model Door {\n  /// The SHA-256 of its key.\n  id String @id\n}\n', 'Door.id'],
  [
    'by its model’s comment',
    '/// A door. The id is a hash of its key.\nmodel Door {\n  id String @id\n}\n',
    'Door.id',
  ],
])('a new column with a secret is found: %s', (_how, model, column) => {
  expect(suspiciousColumns(`${schema}\n${model}`)).toContain(column);
  expect(Object.keys(secrets)).not.toContain(column);
});
