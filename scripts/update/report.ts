import type { Change } from './lock-changes.ts';
import { isBreaking, type Plan, programOf, type Versions } from './newer.ts';

const breakingMark = '  may break something';

function table(rows: string[][]): string[] {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map(([name = '', from = '', rest = '']) =>
    `  ${name.padEnd(widths[0] ?? 0)}  ${from.padEnd(widths[1] ?? 0)}  ${rest}`.trimEnd(),
  );
}

function step(now: Versions, name: string, to: string): string[] {
  const from = now[name] ?? '';
  return [name, from, `→ ${to}${isBreaking(from, to) ? breakingMark : ''}`];
}

const section = (title: string, lines: string[]): string[] => (lines.length > 0 ? [title, ...lines, ''] : []);

export interface Report {
  now: Versions;
  plan: Plan;
  /** Updates that would also be available with --major. */
  later: Versions;
  /** The changes in the lock file. */
  changes: Change[];
  /** The version of the system's ffmpeg, if that is the one in use. */
  systemFfmpeg: string | null;
}

/** The lines that describe an update. */
export function describeUpdate({ now, plan, later, changes, systemFfmpeg }: Report): string[] {
  const names = Object.keys(now).sort((a, b) => a.localeCompare(b, 'en'));
  const programs = names.filter((name) => programOf(name) !== undefined);
  const direct = names.filter((name) => plan.take[name] !== undefined && programOf(name) === undefined);
  const indirect = changes.filter(({ name }) => now[name] === undefined);
  const postgres = programs.find(
    (name) =>
      programOf(name) === 'PostgreSQL' && isBreaking(now[name] ?? '', plan.take[name] ?? now[name] ?? ''),
  );
  return [
    ...section(
      'Packages that package.json names:',
      table(direct.map((name) => step(now, name, plan.take[name] ?? ''))),
    ),
    'Programs that come as packages:',
    ...table(
      programs.map((name) => {
        const [, from = '', change = ''] = step(now, name, plan.take[name] ?? '');
        return [
          `${programOf(name)?.padEnd(10)}  ${name}`,
          from,
          plan.take[name] === undefined ? 'stays' : change,
        ];
      }),
    ),
    ...(systemFfmpeg === null
      ? []
      : [`  ffmpeg of this machine: ${systemFfmpeg}; its own package manager updates it`]),
    ...(postgres === undefined
      ? []
      : [
          '  A PostgreSQL of a new major version does not open the data of an older one: make a backup before.',
        ]),
    '',
    ...section(
      'Packages that those need:',
      table(
        indirect.map(({ name, from, to }) => [
          name,
          from.join(', '),
          to.length > 0 ? `→ ${to.join(', ')}` : 'goes',
        ]),
      ),
    ),
    ...section(
      'Held back, as they belong together:',
      plan.held.map((line) => `  ${line}`),
    ),
    ...section('Only with --major:', table(Object.entries(later).map(([name, to]) => step(now, name, to)))),
  ];
}
