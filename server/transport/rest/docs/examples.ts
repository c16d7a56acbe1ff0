import { examplePart } from '#server/rpc/example-ids.ts';
import type { Operation } from '../operation.ts';

/** The same call in several languages, as complete programs that run unchanged. */
export interface Examples {
  curl: string;
  TypeScript: string;
  Python: string;
}

/** A call, independent of language. */
interface Request {
  method: string;
  address: string;
  /** True if it is authenticated with a token. */
  signed: boolean;
  /** The JSON body. */
  body: object | undefined;
  /** The number of files in the form. */
  files: number;
  /** The file name to save the response as; undefined for JSON, which is printed. */
  saved: string | undefined;
}

const extensions: Record<string, string> = {
  'video/mp4': 'film.mp4',
  'image/jpeg': 'picture.jpg',
  'application/pdf': 'cards.pdf',
  'text/event-stream': 'events.txt',
};

function requestOf({ method, path, body, query, response, signedIn }: Operation, origin: string): Request {
  const address = origin + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => examplePart(name));
  const params = Object.entries(query ?? {}).flatMap(([name, { example }]) =>
    example === undefined ? [] : [[name, example]],
  );
  const isForm = body?.type === 'multipart/form-data';
  return {
    method: method.toUpperCase(),
    address: params.length > 0 ? `${address}?${new URLSearchParams(params)}` : address,
    signed: signedIn,
    body: isForm ? undefined : body?.example,
    files: isForm ? Math.min(2, body.files ?? 1) : 0,
    saved: extensions[response.type],
  };
}

const photos = (files: number) => ['nonna.jpg', 'nonno.jpg'].slice(0, files);

function curlOf({ method, address, signed, body, files, saved }: Request): string {
  return [
    `curl --fail-with-body${method === 'GET' || files > 0 ? '' : ` -X ${method}`} '${address}'`,
    ...(signed ? [`-H "Authorization: Bearer $MEMORI_TOKEN"`] : []),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`] : []),
    ...photos(files).map((photo) => `-F image=@${photo}`),
    ...(saved === undefined ? [] : [`-o ${saved}`]),
  ].join(' \\\n  ');
}

function typeScriptOf({ method, address, signed, body, files, saved }: Request): string {
  const imports = [
    ...(files > 0 ? [`import { openAsBlob } from 'node:fs';`] : []),
    ...(saved === undefined ? [] : [`import { writeFile } from 'node:fs/promises';`]),
  ];
  const form = [
    'const form = new FormData();',
    ...photos(files).map((photo) => `form.append('image', await openAsBlob('${photo}'), '${photo}');`),
  ];
  const headers = [
    ...(signed ? ['    Authorization: `Bearer ${process.env.MEMORI_TOKEN}`,'] : []),
    ...(body ? [`    'Content-Type': 'application/json',`] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(body ? [`  body: JSON.stringify(${literal(body)}),`] : []),
    ...(files > 0 ? ['  body: form,'] : []),
  ];
  const call =
    options.length > 0
      ? [`const response = await fetch('${address}', {`, ...options, '});']
      : [`const response = await fetch('${address}');`];
  return [
    ...imports,
    ...(files > 0 ? form : []),
    ...call,
    'if (!response.ok) throw new Error(await response.text());',
    saved === undefined
      ? 'console.log(await response.json());'
      : `await writeFile('${saved}', Buffer.from(await response.arrayBuffer()));`,
  ].join('\n');
}

/** An object as a TypeScript literal. */
function literal(value: object): string {
  const quoted = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
  return quoted.replaceAll(/"(\w+)":/g, '$1:').replaceAll('"', "'");
}

/** Python's standard library can't build forms: the equivalent of curl's `-F`. */
const pythonForm = `boundary = uuid.uuid4().hex
form = b"".join(
    f'--{boundary}\\r\\nContent-Disposition: form-data; name="image"; filename="{name}"\\r\\n\\r\\n'.encode()
    + open(name, "rb").read() + b"\\r\\n"
    for name in [NAMES]
) + f"--{boundary}--\\r\\n".encode()`;

function pythonOf({ method, address, signed, body, files, saved }: Request): string {
  const modules = [
    ...(saved === undefined ? ['json'] : body ? ['json'] : []),
    ...(signed ? ['os'] : []),
    'urllib.request',
    ...(files > 0 ? ['uuid'] : []),
  ];
  const headers = [
    ...(signed ? ['        "Authorization": "Bearer " + os.environ["MEMORI_TOKEN"],'] : []),
    ...(body ? ['        "Content-Type": "application/json",'] : []),
    ...(files > 0 ? ['        "Content-Type": "multipart/form-data; boundary=" + boundary,'] : []),
  ];
  return [
    `import ${modules.join(', ')}`,
    '',
    ...(files > 0
      ? [
          pythonForm.replace(
            'NAMES',
            photos(files)
              .map((photo) => `"${photo}"`)
              .join(', '),
          ),
        ]
      : []),
    'request = urllib.request.Request(',
    `    "${address}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(headers.length > 0 ? ['    headers={', ...headers, '    },'] : []),
    ...(body ? [`    data=json.dumps(${pythonLiteral(body)}).encode(),`] : []),
    ...(files > 0 ? ['    data=form,'] : []),
    ')',
    'with urllib.request.urlopen(request) as response:',
    saved === undefined
      ? '    print(json.load(response))'
      : `    open("${saved}", "wb").write(response.read())`,
  ].join('\n');
}

/** JSON is valid Python, except for three keywords. */
const pythonLiteral = (value: object): string =>
  JSON.stringify(value, null, 1)
    .replaceAll(/\n\s*/g, ' ')
    .replaceAll(
      /: (true|false|null)\b/g,
      (_, word: string) => `: ${{ true: 'True', false: 'False' }[word] ?? 'None'}`,
    );

/** The examples for an operation on a server at `origin`; null if tokens can't call it. */
export function examplesOf(operation: Operation, origin: string): Examples | null {
  if (operation.tag === 'Sign-in' || (operation.signedIn && !operation.scope)) return null;
  const request = requestOf(operation, origin);
  return { curl: curlOf(request), TypeScript: typeScriptOf(request), Python: pythonOf(request) };
}
