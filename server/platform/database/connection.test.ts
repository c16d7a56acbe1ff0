import pg from 'pg';
import { expect, test } from 'vitest';
import { connectionConfig } from './connection.ts';

const address = 'postgresql://memori:p%40ss@db.example:5432/memori';
const tlsOf = (query: string) =>
  (
    new pg.Client(connectionConfig(`${address}${query}`)) as unknown as {
      connectionParameters: { ssl: unknown };
    }
  ).connectionParameters.ssl;

test.each([
  ['', false],
  ['?sslmode=disable', false],
  // Without a certificate to check against, as libpq: encrypted, whoever answers.
  ['?sslmode=require', { rejectUnauthorized: false }],
  ['?sslmode=verify-full', {}],
  ['?uselibpqcompat=false&sslmode=no-verify', { rejectUnauthorized: false }],
])('the driver reads %j as libpq does', (query, expected) => expect(tlsOf(query)).toEqual(expected));

test('the rest of the address stays', () => {
  const { host, port, user, password, database } = new pg.Client(
    connectionConfig(`${address}?sslmode=require&application_name=x`),
  );
  expect({ host, port, user, password, database }).toEqual({
    host: 'db.example',
    port: 5432,
    user: 'memori',
    password: 'p@ss',
    database: 'memori',
  });
});
