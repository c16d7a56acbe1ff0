import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { queueNames } from '#server/catalogue.ts';
import { on } from '#server/platform/logging/telemetry.ts';

/** Buckets in seconds: for fast operations, and for what users wait for. */
const fastBuckets = [0.002, 0.01, 0.05, 0.2, 1, 5];
const waitBuckets = [1, 5, 15, 60, 180, 600, 1800];

/** The causes of ended tasks that alerts refer to. */
const taskCauses = ['none', 'generation_failed', 'generation_timed_out', 'provider_unavailable'];

const testLabel = (test: boolean) => ({ test: String(test) });

let registry: Registry | undefined;

/**
 * The process's own metrics and event counters, collected from the first call on; shared by all servers in the process.
 */
export function processMetrics(): Registry {
  if (registry) return registry;
  registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countShedding([registry]);
  countWork([registry]);
  countJobs([registry]);
  countProviders([registry]);
  timeDependencies([registry]);
  return registry;
}

function countShedding(registers: Registry[]): void {
  const shed = new Counter({
    name: 'memori_requests_shed_total',
    help: 'Requests refused because too many were waiting; "paid" if they involve money or a credit',
    labelNames: ['paid'],
    registers,
  });
  for (const paid of [true, false]) shed.inc({ paid: String(paid) }, 0);
  on('request-shed', ({ paid }) => shed.inc({ paid: String(paid) }));
}

function countWork(registers: Registry[]): void {
  const ended = new Counter({
    name: 'memori_work_ended_total',
    help: 'Finished tasks, movements, albums and exports by cause of failure ("none" if they succeeded)',
    labelNames: ['kind', 'cause', 'test'],
    registers,
  });
  const timed = (name: string, help: string) =>
    new Histogram({ name, help, labelNames: ['kind', 'test'], buckets: waitBuckets, registers });
  const waited = timed('memori_work_wait_seconds', 'Time from the request until a worker starts');
  const ran = timed('memori_work_run_seconds', 'Time from the first start by a worker to the end');
  for (const cause of taskCauses) ended.inc({ kind: 'task', cause, ...testLabel(false) }, 0);
  on('work-ended', ({ kind, cause, test, ...times }) => {
    ended.inc({ kind, cause: cause ?? 'none', ...testLabel(test) });
    if (times.waited !== null) waited.observe({ kind, ...testLabel(test) }, times.waited);
    if (times.ran !== null) ran.observe({ kind, ...testLabel(test) }, times.ran);
  });
  const stages = new Histogram({
    name: 'memori_stage_duration_seconds',
    help: 'Duration of animation stages by provider; tests are made by the local animator',
    labelNames: ['stage', 'provider', 'test'],
    buckets: [0.2, ...waitBuckets],
    registers,
  });
  on('stage-ended', ({ stage, provider, test, seconds }) =>
    stages.observe({ stage, provider, ...testLabel(test) }, seconds),
  );
}

function countJobs(registers: Registry[]): void {
  const jobs = new Histogram({
    name: 'memori_job_duration_seconds',
    help: 'Job attempts by queue and outcome; a job in a queue that ends in "-dead" stands for one that failed permanently',
    labelNames: ['queue', 'outcome'],
    buckets: [0.1, ...waitBuckets],
    registers,
  });
  // Initialized to zero: an alert on growth would miss the first event of a series that did not exist before.
  for (const queue of queueNames) jobs.zero({ queue, outcome: 'done' });
  on('job-ended', ({ queue, outcome, seconds }) => jobs.observe({ queue, outcome }, seconds));
  const deliveries = new Counter({
    name: 'memori_webhook_deliveries_total',
    help: "Delivery attempts to users' webhooks",
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['delivered', 'failed']) deliveries.inc({ outcome }, 0);
  on('delivery-ended', (what) => deliveries.inc(what));
  const untimely = new Counter({
    name: 'memori_payment_webhooks_untimely_total',
    help: 'Payment webhooks with the right signature, made too long before the time of this machine',
    registers,
  });
  on('webhook-untimely', () => untimely.inc());
}

function countProviders(registers: Registry[]): void {
  const opened = new Counter({
    name: 'memori_provider_submissions_total',
    help: 'Submissions to hosted video providers',
    labelNames: ['provider'],
    registers,
  });
  on('submission-opened', (what) => opened.inc(what));
  const failed = new Counter({
    name: 'memori_provider_submission_failures_total',
    help: 'Submissions without a video: failed, refused, rejected (the operator must act) or lost',
    labelNames: ['provider', 'outcome'],
    registers,
  });
  for (const provider of ['minimax', 'comfyui']) {
    opened.inc({ provider }, 0);
    for (const outcome of ['failed', 'lost']) failed.inc({ provider, outcome }, 0);
  }
  on('submission-failed', (what) => failed.inc(what));
}

function timeDependencies(registers: Registry[]): void {
  const queries = new Histogram({
    name: 'memori_database_query_duration_seconds',
    help: 'Duration of database statements',
    buckets: fastBuckets,
    registers,
  });
  on('database-query', ({ seconds }) => queries.observe(seconds));
  const operations = new Histogram({
    name: 'memori_storage_operation_duration_seconds',
    help: 'Duration of storage operations; for a read, until the first byte',
    labelNames: ['operation', 'outcome'],
    buckets: fastBuckets,
    registers,
  });
  for (const operation of ['put', 'read', 'fetch']) operations.zero({ operation, outcome: 'failed' });
  on('storage-operation', ({ seconds, ...labels }) => operations.observe(labels, seconds));
}
