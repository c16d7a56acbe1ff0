// Who may import whom. Each rule has a violating example in scripts/import-rules.test.ts.
const tests = '(\\.test\\.tsx?$|^tests/)';
const ours = '^(client|scripts|server|studio|tests)/';

/** @returns a rule: files in `from`, but not in `except`, import nothing of ours but what matches `allowed`. */
function only(name, from, allowed, comment, except = []) {
  const to = { path: ours, pathNot: allowed };
  return { name, severity: 'error', comment, from: { path: from, pathNot: [tests, ...except] }, to };
}

// The shape of what the start has built: anyone above the platform may name it as a type (see below).
const deps = '^server/composition/deps\\.ts$';

function never(name, from, to, comment) {
  return { name, severity: 'error', comment, from: { pathNot: tests, ...from }, to };
}

const shared = [
  never(
    'shared-imports-zod-only',
    { path: '^shared/', pathNot: [tests, '^shared/vision/tensorflow\\.ts$'] },
    { pathNot: ['^shared/', 'node_modules/zod/'] },
    'Both sides must be able to run it.',
  ),
  never(
    'shared-models-run-in-tensorflow',
    { path: '^shared/vision/tensorflow\\.ts$' },
    { pathNot: ['^shared/', 'node_modules/@tensorflow/'] },
    'Both sides must be able to run it.',
  ),
  never(
    'models-run-beside-the-page',
    { path: '^(client|server|shared)/', pathNot: [tests, '(detection-worker|analysis-process)\\.ts$'] },
    { path: '^shared/vision/tensorflow\\.ts$' },
    'They are large and slow: in a worker or a process of their own.',
  ),
];

/** The client's rooms from top to bottom. */
const clientRooms = ['documents', 'pages', 'features', 'entities', 'ui', 'api', 'lib|i18n'];

/** Nouns that others may know: a sent photo knows the photo, a person their photos, a change what has changed. */
const entitiesBelow = ['^client/src/entities/(album|outbox|photo)/'];

const client = [
  only(
    'client-is-not-server',
    '^client/',
    ['^client/', '^server/transport/trpc/router\\.ts$'],
    'The client sees the router type only.',
  ),
  never(
    'client-imports-router-as-type',
    { path: '^client/' },
    { path: '^server/', dependencyTypesNot: ['type-only'] },
    'Server code must never reach the bundle.',
  ),
  never(
    'client-has-no-node',
    { path: '^client/' },
    { dependencyTypes: ['core'] },
    'Browsers have no Node API.',
  ),
  never(
    'sdk-runs-anywhere',
    { path: '^client/sdk/' },
    {
      pathNot: [
        '^client/sdk/',
        '^shared/',
        '^server/transport/trpc/router\\.ts$',
        'node_modules/(@trpc/|eventsource/)',
      ],
    },
    'It is bundled for programs elsewhere, without the app.',
  ),
  ...clientRooms
    .slice(1)
    .map((room, index) =>
      never(
        `client-${room.replace('|', '-and-')}-imports-none-above`,
        { path: `^client/src/(${room})/` },
        { path: `^client/src/(${clientRooms.slice(0, index + 1).join('|')})/` },
        'Everything flows down: documents, pages, features (verbs), entities (nouns), ui, api, lib.',
      ),
    ),
  never(
    'client-features-stand-alone',
    { path: '^client/src/features/([^/]+)/' },
    { path: '^client/src/features/', pathNot: '^client/src/features/$1/' },
    'Pages compose features.',
  ),
  never(
    'client-entities-know-few-others',
    { path: '^client/src/entities/([^/]+)/' },
    { path: '^client/src/entities/', pathNot: ['^client/src/entities/$1/', ...entitiesBelow] },
    'Nouns are told apart: photos lie below the outbox, and both below whose they are.',
  ),
  never(
    'client-photos-and-albums-lie-lowest',
    { path: '^client/src/entities/(photo|album)/' },
    { path: '^client/src/entities/', pathNot: '^client/src/entities/$1/' },
    'Others may use them, so that they use none.',
  ),
  never(
    'client-documents-stand-alone',
    { path: '^client/src/documents/(?!secret-page/)([^/]+)/' },
    {
      path: '^client/src/documents/[^/]+/',
      pathNot: [
        '^client/src/documents/$1/',
        // What addresses with a secret have in common, and what is built or registered along with another document.
        '^client/src/documents/(secret-page|legal|offline|pwa)/',
      ],
    },
    'Each is what a browser loads at once.',
  ),
  never(
    'client-mantine-has-one-door',
    { path: '^client/src/', pathNot: [tests, '^client/src/ui/'] },
    { path: 'node_modules/@mantine/', pathNot: 'node_modules/@mantine/hooks/' },
    'Its components are wrapped in #client/ui; its hooks are plain React.',
  ),
  never(
    'client-plain-needs-no-mantine',
    { path: '^client/src/ui/plain/' },
    {
      path: ['node_modules/@mantine/', '^client/src/ui/'],
      pathNot: ['node_modules/@mantine/hooks/', '^client/src/ui/(plain|styles)/'],
    },
    'Pages without the component library use it.',
  ),
  never(
    'client-rooms-are-named',
    { path: '^client/src/((?:documents|features|entities)/[^/]+|[^/]+)/' },
    {
      path: '^client/src/[^/]+/',
      pathNot: '^client/src/$1/',
      dependencyTypesNot: ['aliased-subpath-import'],
    },
    'An import that leaves its room says where it leads: #client/lib/….',
  ),
];

const doors = [
  only(
    'rest-is-thin',
    '^server/transport/rest/',
    [
      '^server/transport/(rest|trpc|http)/',
      '^server/rpc/',
      '^server/platform/(errors|etag|texts/html)\\.ts$',
      deps,
    ],
    'REST handlers go through the tRPC caller.',
  ),
  only(
    'trpc-is-thin',
    '^server/transport/trpc/',
    [
      '^server/transport/(trpc|http)/',
      '^server/(rpc|platform)/',
      '^server/features/[^/]+/[a-z-]*operations\\.ts$',
      deps,
    ],
    'Its router lists what features declare.',
  ),
  only(
    'rpc-builds-operations',
    '^server/rpc/',
    [
      '^server/(rpc|platform)/',
      '^server/features/idempotency/',
      '^server/features/(accounts/sessions|tokens/tokens)\\.ts$',
      '^server/providers/[^/]+/types\\.ts$',
      '^server/services/',
      deps,
    ],
    'Whoever calls, however often, once: for every feature alike.',
  ),
  never(
    'http-knows-no-router',
    { path: '^server/transport/http/' },
    { path: '^server/transport/(trpc|rest|jobs|cli)/' },
    'What both doors are made of stands below them.',
  ),
  only(
    'admin-is-thin',
    '^server/transport/cli/',
    ['^server/transport/cli/', '^server/(features|platform)/', deps],
    'Commands call features.',
  ),
  only(
    'jobs-are-thin',
    '^server/transport/jobs/',
    ['^server/transport/jobs/', '^server/(features|platform)/', '^server/catalogue\\.ts$', deps],
    'Jobs call features.',
  ),
  only(
    'catalogue-lists-features',
    '^server/catalogue\\.ts$',
    ['^server/features/[^/]+/jobs\\.ts$', '^server/platform/jobs/'],
    'Whatever a feature offers, it declares itself.',
  ),
];

const features = [
  only(
    'features-know-no-door',
    '^server/features/',
    ['^server/(features|rpc|engine|platform|generated)/', '^server/providers/[^/]+/types\\.ts$', deps],
    'Everything flows one way: door, feature, engine, platform.',
  ),
  never(
    'features-know-no-transport',
    { path: '^server/features/' },
    { path: 'node_modules/(express|@trpc/[^/]+|multer|stripe)/' },
    'Transport and payment libraries stay behind doors and providers.',
  ),
  only('generation-uses-credits-media-and-work', '^server/features/generation/', [
    '^server/(?!features/)',
    '^server/features/(generation|credits|files|media|job-lifecycle)/',
    '^server/features/audio/audio-keys\\.ts$',
    '^server/features/webhooks/enqueue-event\\.ts$',
    '^server/features/idempotency/run-once\\.ts$',
  ]),
  only('payments-and-accounts-use-credits', '^server/features/(payments|accounts)/', [
    '^server/(?!features/)',
    '^server/features/($1|credits)/',
  ]),
  only('media-asks-who-pays', '^server/features/media/', [
    '^server/(?!features/)',
    '^server/features/(files|media)/',
    '^server/features/payments/(paying|clean-delivery)\\.ts$',
  ]),
  only('albums-use-media-and-work', '^server/features/albums/', [
    '^server/(?!features/)',
    '^server/features/(albums|audio|files|media|job-lifecycle)/',
    '^server/features/webhooks/enqueue-event\\.ts$',
  ]),
  only('exports-use-media-and-work', '^server/features/exports/', [
    '^server/(?!features/)',
    '^server/features/(exports|files|media|job-lifecycle)/',
    '^server/features/(audio/audio|boxes/box)-keys\\.ts$',
  ]),
  only('audio-uses-files', '^server/features/audio/', [
    '^server/(?!features/)',
    '^server/features/(audio|files)/',
  ]),
  only('boxes-use-generation', '^server/features/boxes/', [
    '^server/(?!features/)',
    '^server/features/(audio|boxes|files|generation)/',
  ]),
  only(
    'job-lifecycle-knows-no-kind',
    '^server/features/job-lifecycle/',
    ['^server/(?!features/)', '^server/features/(files|job-lifecycle)/'],
    'What all kinds of job share knows none of them.',
  ),
  only(
    'mails-tell-what-features-did',
    '^server/features/notifications/jobs\\.ts$',
    ['^server/(?!features/)', '^server/features/(notifications|accounts|generation|payments|webhooks)/'],
    'The job that mails it reads what has happened.',
  ),
  only(
    'erasure-uses-what-it-erases',
    '^server/features/erasure/',
    [
      '^server/(?!features/)',
      '^server/features/(erasure|accounts|albums|audio|boxes|exports|generation|media|job-lifecycle|payments)/',
    ],
    'An account is in many features.',
  ),
  only(
    'what-spans-features',
    '^server/features/(changes|config|displays|sharing)/',
    [
      '^server/(?!features/)',
      '^server/features/(changes|config|displays|sharing|albums|chat|credits|generation|media|payments|reports)/',
    ],
    'They answer about films of both kinds, or about all of an account.',
  ),
  only(
    'other-features-stand-alone',
    '^server/features/(?!(?:generation|payments|accounts|albums|audio|boxes|changes|config|displays|sharing|erasure|exports|media|job-lifecycle)/)([^/]+)/',
    ['^server/(?!features/)', '^server/features/$1/'],
    'Features are told apart.',
    ['^server/features/notifications/jobs\\.ts$'],
  ),
];

const below = [
  never(
    'pg-boss-has-one-room',
    { path: '^(server|scripts|tests)/', pathNot: '^server/platform/jobs/' },
    { path: 'node_modules/pg-boss/' },
    'An update of pg-boss is checked in one folder.',
  ),
  never(
    'child-processes-have-one-room',
    { path: '^server/', pathNot: [tests, '^server/platform/child-process/'] },
    { path: '^(child_process|worker_threads|cluster)$', dependencyTypes: ['core'] },
    'Start errors, deadlines, killing the whole tree and a clean environment are solved once.',
  ),
  only('platform-is-lowest', '^server/platform/', ['^server/(platform|generated)/']),
  only(
    'engine-uses-platform-only',
    '^server/engine/',
    ['^server/(engine|platform)/', '^server/generated/kernel\\.d\\.ts$'],
    'It makes videos of files, for whoever asks.',
  ),
  never(
    'engine-knows-no-database',
    { path: '^server/engine/' },
    {
      path: [
        '^server/platform/database/',
        '^server/platform/jobs/',
        '^server/platform/embedded-postgres/',
        'node_modules/(pg|pg-boss|prisma|@prisma/[^/]+)/',
      ],
    },
    'Rows and users are the affair of features.',
  ),
  ...[
    ['ffmpeg', '(animate|join|conform)'],
    ['animate', '(join|conform)'],
    ['join', 'conform'],
  ].map(([part, above]) =>
    never(
      `engine-${part}-imports-none-above`,
      { path: `^server/engine/${part}/` },
      { path: `^server/engine/${above}/` },
      'Each part is of use without those above it.',
    ),
  ),
  only('providers-use-engine-and-platform', '^server/providers/([^/]+)/', [
    '^server/(engine|platform|generated)/',
    '^server/providers/$1/',
  ]),
  only(
    'emulators-know-only-the-wire',
    '^server/emulators/(?!lib/)([^/]+)/',
    ['^server/(engine|platform)/', '^server/emulators/(lib|$1)/'],
    'Each stands for a machine that is not ours.',
  ),
  only(
    'emulators-share-no-service',
    '^server/emulators/lib/',
    ['^server/(engine|platform)/', '^server/emulators/lib/'],
    'What they share knows none of them.',
  ),
  never(
    'adapters-are-built-in-composition',
    { path: '^server/', pathNot: [tests, '^server/(composition|providers|emulators)/'] },
    { path: ['^server/providers/', '^server/emulators/'], pathNot: '/types\\.ts$' },
    'One place decides which adapter is real.',
  ),
  never(
    'composition-is-a-type-for-the-rest',
    { path: '^server/', pathNot: [tests, '^server/(run\\.ts$|(composition|services)/)'] },
    { path: '^server/(composition|services)/', dependencyTypesNot: ['type-only'] },
    'Only the start builds the dependencies.',
  ),
  never(
    'composition-knows-no-door',
    { path: '^server/(composition|services)/' },
    { path: '^server/transport/' },
    'Doors are opened with the dependencies, never the reverse.',
  ),
  only(
    'services-are-plumbing-with-a-limit',
    '^server/services/',
    ['^server/(services|config|platform)/'],
    'They last as long as the process, and know no feature.',
  ),
  only(
    'config-reads-settings',
    '^server/config/',
    ['^server/(config|platform)/'],
    'Whoever needs a setting gets it from the composition.',
  ),
];

const everywhere = [
  { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'no-barrels',
    severity: 'error',
    from: { path: '/index\\.tsx?$', pathNot: '^client/src/i18n/index\\.ts$' },
    to: {},
  },
  never('nothing-imports-tests', {}, { path: tests }, 'Tests import the code, never the reverse.'),
  never(
    'product-imports-no-tools',
    { path: '^(client|server|shared)/' },
    { path: '^(scripts|studio)/' },
    'It runs without what it is made with.',
  ),
  never(
    'studio-stands-apart',
    { path: '^scripts/' },
    { path: '^studio/' },
    'Others use the files that it makes.',
  ),
  never(
    'runtime-needs-no-dev-dependency',
    // The client is bundled, and Vite serves its sources in development only.
    {
      path: '^(server|shared)/|^scripts/(admin|backup|move|reconcile|restore)\\.ts$',
      pathNot: [tests, '^server/transport/http/pages/vite\\.ts$'],
    },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    'A production install leaves these out.',
  ),
  never('imports-resolve', {}, { couldNotResolve: true }),
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [...shared, ...client, ...doors, ...features, ...below, ...everywhere],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '^server/generated'] },
    exclude: { path: ['/animate/assembly/', '\\.(css|svg|woff2)(\\?|$)', '^dist/', '^data/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
    },
  },
};
