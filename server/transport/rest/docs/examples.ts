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
  /** The form: the field of its files, their names, and its text fields. */
  form:
    | { field: string; files: readonly string[]; texts: readonly (readonly [string, string])[] }
    | undefined;
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
    form: isForm ? formOf(body) : undefined,
    saved: extensions[response.type],
  };
}

const examplesOfField = { image: ['nonna.jpg', 'nonno.jpg'], audio: ['song.mp3'] } as const;

const formOf = ({ field = 'image', files = 1, example = {} }: NonNullable<Operation['body']>) => ({
  field,
  files: examplesOfField[field].slice(0, files),
  texts: Object.entries(example as Record<string, string>),
});

function curlOf({ method, address, signed, body, form, saved }: Request): string {
  return [
    `curl --fail-with-body${method === 'GET' || form ? '' : ` -X ${method}`} '${address}'`,
    ...(signed ? [`-H "Authorization: Bearer $MEMORI_TOKEN"`] : []),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`] : []),
    ...(form?.texts.map(([name, text]) => `-F ${name}=${text}`) ?? []),
    ...(form?.files.map((file) => `-F ${form.field}=@${file}`) ?? []),
    ...(saved === undefined ? [] : [`-o ${saved}`]),
  ].join(' \\\n  ');
}

function typeScriptOf({ method, address, signed, body, form, saved }: Request): string {
  const imports = [
    ...(form ? [`import { openAsBlob } from 'node:fs';`] : []),
    ...(saved === undefined ? [] : [`import { writeFile } from 'node:fs/promises';`]),
  ];
  const building = form && [
    'const form = new FormData();',
    ...form.texts.map(([name, text]) => `form.append('${name}', '${text}');`),
    ...form.files.map((file) => `form.append('${form.field}', await openAsBlob('${file}'), '${file}');`),
  ];
  const headers = [
    ...(signed ? ['    Authorization: `Bearer ${process.env.MEMORI_TOKEN}`,'] : []),
    ...(body ? [`    'Content-Type': 'application/json',`] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(body ? [`  body: JSON.stringify(${literal(body)}),`] : []),
    ...(form ? ['  body: form,'] : []),
  ];
  const call =
    options.length > 0
      ? [`const response = await fetch('${address}', {`, ...options, '});']
      : [`const response = await fetch('${address}');`];
  return [
    ...imports,
    ...(building ?? []),
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
form = TEXTSb"".join(
    f'--{boundary}\\r\\nContent-Disposition: form-data; name="FIELD"; filename="{name}"\\r\\n\\r\\n'.encode()
    + open(name, "rb").read() + b"\\r\\n"
    for name in [NAMES]
) + f"--{boundary}--\\r\\n".encode()`;

const pythonFormOf = ({ field, files, texts }: NonNullable<Request['form']>): string =>
  pythonForm
    .replace('TEXTS', texts.length === 0 ? '' : pythonTexts(texts))
    .replace('FIELD', field)
    .replace('NAMES', files.map((file) => `"${file}"`).join(', '));

const pythonTexts = (texts: NonNullable<Request['form']>['texts']): string => `b"".join(
    f'--{boundary}\\r\\nContent-Disposition: form-data; name="{name}"\\r\\n\\r\\n{text}\\r\\n'.encode()
    for name, text in [${texts.map((text) => `(${text.map((each) => `"${each}"`).join(', ')})`).join(', ')}]
) + `;

function pythonOf({ method, address, signed, body, form, saved }: Request): string {
  const modules = [
    ...(saved === undefined ? ['json'] : body ? ['json'] : []),
    ...(signed ? ['os'] : []),
    'urllib.request',
    ...(form ? ['uuid'] : []),
  ];
  const headers = [
    ...(signed ? ['        "Authorization": "Bearer " + os.environ["MEMORI_TOKEN"],'] : []),
    ...(body ? ['        "Content-Type": "application/json",'] : []),
    ...(form ? ['        "Content-Type": "multipart/form-data; boundary=" + boundary,'] : []),
  ];
  return [
    `import ${modules.join(', ')}`,
    '',
    ...(form ? [pythonFormOf(form)] : []),
    'request = urllib.request.Request(',
    `    "${address}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(headers.length > 0 ? ['    headers={', ...headers, '    },'] : []),
    ...(body ? [`    data=json.dumps(${pythonLiteral(body)}).encode(),`] : []),
    ...(form ? ['    data=form,'] : []),
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
