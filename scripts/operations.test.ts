import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { commands } from '#server/transport/cli/commands.ts';
import { settingNames } from '#server/config/env.ts';
import { queueNames } from '#server/catalogue.ts';
import { isErrorCode } from '#shared/errors.ts';
import { type Exposition, readMetrics } from '#tests/support/exposition.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { hasTool, testTools } from './lib/test-tools.mjs';

const docs = path.join(import.meta.dirname, '../docs');
const read = (file: string) => readFileSync(path.join(docs, file), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}
interface Case {
  name: string;
  input_series: { series: string }[];
  promql_expr_test: { exp_samples: { labels: string }[] }[];
}
interface Panel {
  title: string;
  type: string;
  targets?: { expr: string }[];
}

const { rules } = (parse(read('operations/alerts.yml')) as { groups: [{ rules: Rule[] }] }).groups[0];
const cases = (parse(read('operations/alerts.test.yml')) as { tests: Case[] }).tests;
const { panels } = JSON.parse(read('operations/dashboard.json')) as { panels: Panel[] };

let server: TestServer;
let exposed: Exposition;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
  exposed = await readMetrics(server.url);
});
afterAll(() => server.close());

/** The metrics in a query: ours, and those of Node and the process. */
const metricsOf = (query: string) =>
  query.replaceAll(/\{[^}]*\}/g, '').match(/\b(?:memori|nodejs|process)_\w+/g) ?? [];

/** Checked by the TYPE line: some metrics have samples only once something has happened. */
function expectExposed(where: string, query: string): void {
  const unknown = metricsOf(query).filter((name) => !exposed.names.has(name));
  expect([where, unknown]).toEqual([where, []]);
  if (!query.includes('up{job')) expect([where, metricsOf(query).length > 0]).toEqual([where, true]);
}

test('alerts and their test cases use existing metrics only', () => {
  for (const { alert, expr } of rules) expectExposed(alert, expr);
  for (const { name, input_series } of cases)
    for (const { series } of input_series) expectExposed(name, series);
});

test('alerts and panels name existing causes and queues only', () => {
  const queries = [...rules, ...panels.flatMap(({ targets = [] }) => targets)]
    .map(({ expr }) => expr)
    .join('\n');
  const named = (label: string) =>
    [...queries.matchAll(new RegExp(`${label}!?=~?"([^"]*)"`, 'g'))].flatMap(([, value = '']) =>
      value.split('|'),
    );
  expect([...new Set(named('cause'))].filter((cause) => cause !== 'none' && !isErrorCode(cause))).toEqual([]);
  expect(
    [...new Set(named('queue'))].filter((queue) => queue !== '.+-dead' && !queueNames.includes(queue)),
  ).toEqual([]);
});

test('each alert has a severity, a summary, runbook steps, and a test case in which it fires', () => {
  const runbook = read('runbook.md');
  for (const { alert, labels, annotations } of rules) {
    expect(['critical', 'warning']).toContain(labels.severity);
    expect(annotations.summary).not.toBe('');
    expect(annotations.runbook_url).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    const [, section = ''] = runbook.split(`\n### ${alert}\n`);
    const steps = section.split('\n#', 1)[0]?.match(/^\d\. /gm);
    expect([alert, steps]).toEqual([alert, ['1. ', '2. ', '3. ']]);
  }
  const fired = cases.flatMap(({ promql_expr_test }) =>
    promql_expr_test.flatMap(({ exp_samples }) =>
      exp_samples.map(({ labels }) => /alertname="(\w+)"/.exec(labels)?.[1]),
    ),
  );
  expect(new Set(fired)).toEqual(new Set(rules.map(({ alert }) => alert)));
  expect(cases.some(({ promql_expr_test }) => promql_expr_test[0]?.exp_samples.length === 0)).toBe(true);
});

test('the commands in the runbook exist', () => {
  const runbook = read('runbook.md');
  const { scripts } = JSON.parse(readFileSync(path.join(docs, '../package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const [, script = ''] of runbook.matchAll(/npm run ([\w-]+)/g))
    expect(Object.keys(scripts)).toContain(script);
  const known = commands.map(({ name }) => name);
  for (const [whole, command = ''] of runbook.matchAll(/npm run admin -- ([a-z]+(?: [a-z-]+)?)/g))
    expect([whole, known.some((name) => command === name || command.split(' ')[0] === name)]).toEqual([
      whole,
      true,
    ]);
});

test('the runbook explains how to change each secret setting', () => {
  const section = read('runbook.md').split('## Changing keys and secrets')[1]?.split('\n## ')[0] ?? '';
  const secrets = settingNames.filter((name) => /KEY|SECRET|TOKEN|^(DATABASE|SMTP|COMFYUI)_URL$/.test(name));
  expect(secrets.length).toBeGreaterThan(10);
  expect(secrets.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});

test('every panel of the dashboard uses existing metrics only', () => {
  const shown = panels.filter(({ type }) => type !== 'row');
  expect(panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
    ...['Health', 'Queues', 'Failures', 'Credits', 'Resources'],
  ]);
  for (const { title, targets = [] } of shown) {
    expect([title, targets.length > 0]).toEqual([title, true]);
    for (const { expr } of targets) expectExposed(title, expr);
  }
});

test.runIf(hasTool(testTools.promtool))(
  'promtool: exactly the right alert fires in each test case (needs promtool)',
  () => {
    const file = path.join(docs, 'operations/alerts.test.yml');
    expect(execFileSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })).toContain('SUCCESS');
  },
);
