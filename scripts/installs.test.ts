import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { validate as validateDisruptionBudget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget';
import { validate as validateConfigMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap';
import { validate as validateDeployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment';
import { validate as validateService } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readEnv, settingNames } from '#server/config/env.ts';
import { hasTool, testTools } from './lib/test-tools.mjs';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Container {
  image: string;
  env: { name: string; value: string }[];
  ports: { containerPort: number }[];
  volumeMounts: { mountPath: string }[];
  securityContext: object;
  [probe: `${string}Probe`]: { httpGet: { path: string } };
}
interface Resource {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: {
    replicas: number;
    selector: object;
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        securityContext: object;
        containers: [Container];
        volumes: object[];
        terminationGracePeriodSeconds: number;
      };
    };
  };
}

const documents = parseAllDocuments(read('docs/operations/kubernetes.yaml'));
const resources = documents.map((document) => document.toJS() as Resource);
const deployments = resources.filter(({ kind }) => kind === 'Deployment');

test('there are two web pods, two worker pods, and a service for the web pods', () => {
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  expect(
    deployments.map(({ metadata: { name }, spec: { replicas, template } }) => {
      const [{ env }] = template.spec.containers;
      return [name, replicas, env, template.metadata.labels['role']];
    }),
  ).toEqual([
    ['memori-web', 2, [{ name: 'ROLE', value: 'web' }], 'web'],
    ['memori-worker', 2, [{ name: 'ROLE', value: 'worker' }], 'worker'],
  ]);
  const service = resources.find(({ kind }) => kind === 'Service');
  expect(service?.spec.selector).toEqual(deployments[0]?.spec.template.metadata.labels);
});

/** Kubernetes' own schemas, compiled to validators. */
const validators: Record<string, { (data: unknown): boolean; errors?: object[] }> = {
  ConfigMap: validateConfigMap,
  Deployment: validateDeployment,
  PodDisruptionBudget: validateDisruptionBudget,
  Service: validateService,
};

/** A proxy of the value; `unread` then contains the path of every field that was not read yet. */
function watched<T>(value: T, path: string, unread: Set<string>): T {
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.keys(value).filter((key) => !Array.isArray(value) || key !== 'length');
  for (const key of fields) unread.add(`${path}.${key}`);
  const seen = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, watched(each, `${path}.${key}`, unread)]),
  );
  return new Proxy(Array.isArray(value) ? Object.assign([], seen) : seen, {
    get(target, key) {
      unread.delete(`${path}.${String(key)}`);
      return Reflect.get(target, key) as unknown;
    },
  }) as T;
}

/** Validates a manifest like Kubernetes: returns schema errors and unknown fields. */
function complaintsOf(resource: Resource): unknown[] {
  const validate = validators[resource.kind];
  if (!validate) return [`${resource.kind} has no schema here`];
  const unread = new Set<string>();
  validate(watched(resource, resource.kind, unread));
  return [...(validate.errors ?? []), ...unread];
}

test.each(resources)(
  "$kind $metadata.name matches Kubernetes' schema, without unknown fields",
  (resource) => {
    expect(complaintsOf(resource)).toEqual([]);
  },
);

test('a wrong type and a misspelt field are reported', () => {
  const [deployment] = deployments as [Resource];
  const { spec } = deployment;
  expect(
    complaintsOf({ ...deployment, spec: { ...spec, replicas: 'two' as unknown as number } }),
  ).toMatchObject([{ instancePath: '/spec/replicas', params: { type: 'integer' } }]);
  const pod = { ...spec.template.spec, terminationGracePeriod: 40 };
  const misspelt = { ...deployment, spec: { ...spec, template: { ...spec.template, spec: pod } } };
  expect(complaintsOf(misspelt)).toEqual(['Deployment.spec.template.spec.terminationGracePeriod']);
});

test('pods share only PostgreSQL and S3', () => {
  for (const { spec } of deployments)
    expect(spec.template.spec.volumes).toEqual([
      { name: 'data', emptyDir: {} },
      { name: 'tmp', emptyDir: {} },
    ]);
  const [settings] = resources.filter(({ kind }) => kind === 'ConfigMap');
  const env = readEnv({ ...settings?.data, NODE_ENV: 'production' });
  expect(env).toMatchObject({ STORAGE: 's3', S3_BUCKET: 'memori-media' });
});

test.each(deployments)('$metadata.name runs unprivileged, and matches the image', ({ spec }) => {
  const pod = spec.template.spec;
  const [container] = pod.containers;
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  const dockerfile = read('Dockerfile');
  const [, port] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? [];
  expect(container.ports.map(({ containerPort }) => String(containerPort))).toEqual([port]);
  const [, volume] = /^VOLUME (\S+)$/m.exec(dockerfile) ?? [];
  expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([volume, '/tmp']);
  const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;
  expect(probes.map((probe) => container[probe]?.httpGet.path)).toEqual(['/healthz', '/healthz', '/readyz']);
  expect(container.image).toBe(`memori:${(JSON.parse(read('package.json')) as { version: string }).version}`);
  const [, grace] = /stop_grace_period: (\d+)s/.exec(read('compose.yaml')) ?? [];
  expect(String(pod.terminationGracePeriodSeconds)).toBe(grace);
});

const unit = read('docs/operations/memori.service');
const directive = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];

test('all variables are known settings, and the program exists', () => {
  const set = [
    ...resources.flatMap(({ data = {} }) => Object.keys(data)),
    ...deployments.flatMap(({ spec }) => spec.template.spec.containers[0].env.map(({ name }) => name)),
    ...(directive('Environment') ?? '').split(' ').map((pair) => pair.split('=', 1)[0]),
  ];
  expect(set).toContain('DATA_DIR');
  expect(settingNames).toEqual(expect.arrayContaining(set));
  const [node = '', program = ''] = (directive('ExecStart') ?? '').split(' ');
  expect(node).toBe(`${directive('WorkingDirectory')}/node_modules/.bin/node`);
  expect(existsSync(path.join(root, program))).toBe(true);
});

test('the systemd unit restricts what the server does not need', () => {
  for (const [name, value] of Object.entries({
    DynamicUser: 'yes',
    StateDirectory: 'memori',
    NoNewPrivileges: 'yes',
    ProtectSystem: 'strict',
    CapabilityBoundingSet: '',
    SystemCallFilter: '@system-service',
    TimeoutStopSec: '40',
  }))
    expect([name, directive(name)]).toEqual([name, value]);
});

const hasSystemd = hasTool(testTools.systemd);

test.runIf(hasSystemd)('systemd rates the exposure of the unit as low', () => {
  const unitFile = path.join(root, 'docs/operations/memori.service');
  const { stdout, stderr } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--no-pager', unitFile],
    { encoding: 'utf8' },
  );
  const [, level] = /Overall exposure level for memori\.service: ([\d.]+)/.exec(stdout + stderr) ?? [];
  expect(Number(level)).toBeLessThan(3);
});

test.runIf(hasSystemd)('systemd accepts every line of the unit', () => {
  const unitFile = path.join(root, 'docs/operations/memori.service');
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unitFile], { encoding: 'utf8' });
  // Its programs are not installed here, which it also reports.
  expect(stderr.split('\n').filter((line) => /memori\.service:\d+:/.test(line))).toEqual([]);
});
