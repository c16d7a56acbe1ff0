import { z } from 'zod';
import { SetupError } from '../setup/run.mjs';

const severities = ['critical', 'high', 'moderate', 'low', 'info'] as const;

/** A known vulnerability of a package in the lock file. */
export interface Vulnerability {
  /** The advisory's id, for example `GHSA-7fh5-64p2-3v2j`. */
  advisory: string;
  severity: (typeof severities)[number];
  package: string;
  title: string;
  /** The package's locations, relative to the root of the repository. */
  paths: string[];
  /** How to fix it, in a few words. */
  fix: string;
}

const advisory = z.object({ title: z.string(), url: z.string(), severity: z.enum(severities) });
const fix = z.union([
  z.boolean(),
  z.object({ name: z.string(), version: z.string(), isSemVerMajor: z.boolean() }),
]);
/** The output of `npm audit --json` if the registry has answered (npm's `auditReportVersion` 2). */
const report = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({
      name: z.string(),
      // A name instead of an advisory: the package depends on that one, which has an entry of its own.
      via: z.array(z.union([z.string(), advisory])),
      nodes: z.array(z.string()),
      fixAvailable: fix,
    }),
  ),
});
const refusal = z.object({
  message: z.string().optional(),
  error: z.object({ summary: z.string() }).partial().optional(),
});

function describeFix(found: z.infer<typeof fix>): string {
  if (found === true) return 'a newer one fits: npm run update';
  if (found === false) return 'none yet';
  return `${found.name} ${found.version}${found.isSemVerMajor ? ', which may break something' : ''}`;
}

/** Parses the output of `npm audit --json`. If the registry did not answer, `reason` says why. Worst first. */
export function readAudit(printed: string): { vulnerabilities: Vulnerability[] } | { reason: string } {
  const json = parse(printed);
  const answer = report.safeParse(json);
  if (!answer.success) {
    const refused = refusal.safeParse(json).data;
    return { reason: refused?.message || refused?.error?.summary || 'it said nothing that can be read' };
  }
  const vulnerabilities = Object.values(answer.data.vulnerabilities).flatMap(
    ({ name, via, nodes, fixAvailable }) =>
      via
        .filter((each) => typeof each !== 'string')
        .map(({ title, url, severity }) => ({
          ...{ advisory: url.split('/').at(-1) ?? url, severity, title },
          ...{ package: name, paths: nodes, fix: describeFix(fixAvailable) },
        })),
  );
  const rank = ({ severity }: Vulnerability) => severities.indexOf(severity);
  return {
    vulnerabilities: vulnerabilities.sort((a, b) => rank(a) - rank(b) || a.package.localeCompare(b.package)),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const acceptance = z.strictObject({
  advisory: z.string().min(1),
  /** Why it does no harm here. */
  reason: z.string().min(10),
  /** The last day of the acceptance, by which it has to be reviewed. */
  until: z.iso.date(),
});
/** A known vulnerability that is accepted for a limited time. */
export type Acceptance = z.infer<typeof acceptance>;

/** Parses the file of accepted vulnerabilities. Throws a SetupError with one line if it is invalid. */
export function readAccepted(text: string): Acceptance[] {
  const read = z.array(acceptance).safeParse(parse(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new SetupError(`accepted.json: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`);
}

export interface AuditResult {
  /** One for each vulnerability, and for each acceptance that is expired or not needed. */
  lines: string[];
  /** True if no vulnerability of severity high or above is left that is not accepted. */
  passed: boolean;
}

/** Compares vulnerabilities with the acceptances valid on a day (`2026-11-23`). */
export function evaluate(
  vulnerabilities: Vulnerability[],
  accepted: Acceptance[],
  today: string,
): AuditResult {
  const active = new Map(accepted.filter(({ until }) => until >= today).map((each) => [each.advisory, each]));
  const lines = vulnerabilities.flatMap((each) => {
    const known = active.get(each.advisory);
    return [
      `${each.severity}  ${each.package}  ${each.advisory}  ${each.title}`,
      `    in ${each.paths.join(', ')}`,
      known ? `    accepted until ${known.until}: ${known.reason}` : `    fix: ${each.fix}`,
    ];
  });
  const found = new Set(vulnerabilities.map((each) => each.advisory));
  const expired = accepted.filter((each) => found.has(each.advisory) && !active.has(each.advisory));
  const unused = accepted.filter((each) => !found.has(each.advisory));
  return {
    lines: [
      ...lines,
      ...expired.map((each) => `${each.advisory} was accepted until ${each.until}: look at it anew`),
      ...unused.map(
        (each) => `${each.advisory} is accepted and no longer found: take it out of accepted.json`,
      ),
    ],
    passed: !vulnerabilities.some(
      ({ severity, advisory: id }) => (severity === 'critical' || severity === 'high') && !active.has(id),
    ),
  };
}
