// Records the contents of an image: writes sbom.cdx.json (CycloneDX 1.5) and THIRD-PARTY-NOTICES.txt. Runs inside the
// image during its build.
// Usage: node scripts/image/inventory.ts INPUT_FOLDER OUTPUT_FOLDER, the first with the outputs of earlier stages (see
// the Dockerfile)
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PagePackage } from './page-packages.ts';

const root = resolve(import.meta.dirname, '../..');

interface Component {
  type: 'application' | 'library';
  name: string;
  version: string;
  purl: string;
  'bom-ref'?: string;
  licenses?: object[];
}
interface Bom {
  metadata: { component: { 'bom-ref': string; name: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}
/** An installed Debian package. */
interface DebianPackage {
  name: string;
  version: string;
  architecture: string;
  source: string;
  sourceVersion: string;
}

const idOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** The npm components that are left after trimming the image, and their dependencies. */
export function installed(bom: Bom, isThere: (component: Component) => boolean): Bom {
  const components = bom.components.filter(isThere);
  const refs = new Set(components.map((each) => each['bom-ref']));
  const { 'bom-ref': whole } = bom.metadata.component;
  const dependencies = bom.dependencies
    .filter(({ ref }) => ref === whole || refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  return { ...bom, components, dependencies };
}

/** Parses dpkg's list of packages, one per line in the format `dpkgFormat`. */
export function readDebian(lines: string): DebianPackage[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', version = '', architecture = '', source = '', sourceVersion = ''] = line.split('\t');
      return { name, version, architecture, source, sourceVersion };
    });
}
const dpkgFormat =
  ['Package', 'Version', 'Architecture', 'source:Package', 'source:Version']
    .map((field) => `\${${field}}`)
    .join('\t') + '\n';

const debianComponent = ({ name, version, architecture }: DebianPackage): Component => ({
  type: 'library',
  name,
  version,
  purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}&distro=debian-13`,
});

const application = (name: string, version: string, purl: string): Component => ({
  type: 'application',
  name,
  version,
  purl,
});

/** The licence files of a package. */
function licenceTexts(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice|third-party)/i.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string | { type?: string };
    author?: string | { name?: string };
  };

/** The folders of all packages below `modules`, including nested ones. */
function packagesIn(modules: string): string[] {
  if (!existsSync(modules)) return [];
  return readdirSync(modules, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) => {
      const folder = join(modules, name);
      if (name.startsWith('@')) return packagesIn(folder);
      return existsSync(join(folder, 'package.json'))
        ? [folder, ...packagesIn(join(folder, 'node_modules'))]
        : [];
    });
}

const section = (title: string, body: string) =>
  `${'='.repeat(78)}\n${title}\n${'='.repeat(78)}\n\n${body}\n`;

function noticeOf(folder: string): string {
  const { name, version, license, author } = manifestOf(folder);
  const text = typeof license === 'string' ? license : (license?.type ?? 'licence as below');
  const texts = licenceTexts(folder);
  const by = typeof author === 'string' ? author : author?.name;
  const otherwise = `Its package holds no text of its licence${by ? `; its author is ${by}` : ''}.`;
  return section(`${name} ${version} (${text})`, texts.length > 0 ? texts.join('\n\n') : otherwise);
}

const offer = (ffmpeg: string, debian: DebianPackage[]) => `THIRD-PARTY SOFTWARE IN THIS IMAGE

What it is made of is listed in sbom.cdx.json beside this file. Memori's own code runs the programs below as separate processes
and uses the libraries by their public interfaces.

SOURCE CODE

ffmpeg (${ffmpeg}) is under the GNU General Public License, version 2 or later, as it is built here with x264. Its complete
source, as Debian has it, lies in /usr/src/memori, with the script that builds it: build-ffmpeg.sh.

The packages of Debian below are under the GPL, the LGPL and other licences, each told in /usr/share/doc/PACKAGE/copyright. libvips
(in the package @img/sharp-libvips-linux-*) and the libraries that it is built with are under the LGPL and other licences, told
below. Whoever hands you this image offers you, for three years from that day and for no more than what the copying
costs, the complete corresponding source of each of them in the version named here. Ask at the address of the service that
you have it from. Debian's sources, in just these versions, are also at https://snapshot.debian.org, those of libvips at
https://github.com/lovell/sharp-libvips.

DEBIAN PACKAGES (package version, source package version)

${debian.map((each) => `${each.name} ${each.version}, ${each.source} ${each.sourceVersion}`).join('\n')}
`;

function main([input = '', output = '']: readonly string[]): void {
  const modules = join(root, 'node_modules');
  const bom = JSON.parse(readFileSync(join(input, 'npm.cdx.json'), 'utf8')) as Bom;
  bom.metadata.component.name = 'memori';
  const pagePackages = JSON.parse(readFileSync(join(input, 'page-packages.json'), 'utf8')) as PagePackage[];
  const folders = packagesIn(modules);
  const there = new Set(folders.map((folder) => idOf(manifestOf(folder))));
  const debian = readDebian(
    execFileSync('dpkg-query', ['--show', `--showformat=${dpkgFormat}`], { encoding: 'utf8' }),
  );
  const [about = ''] = execFileSync('ffmpeg', ['-version'], { encoding: 'utf8' }).split('\n', 1);
  const ffmpeg = about.split(' ')[2] ?? '';
  const npm = installed(bom, (component) => there.has(idOf(component)));
  const pages = pagePackages
    .map(({ name, version }): Component => ({ type: 'library', name, version, purl: purlOf(name, version) }))
    .filter((each) => !there.has(idOf(each)));
  const components: Component[] = [
    ...npm.components,
    ...pages,
    ...debian.map(debianComponent),
    application('node', process.versions.node, `pkg:generic/node@${process.versions.node}`),
    application('ffmpeg', ffmpeg, `pkg:generic/ffmpeg@${ffmpeg}`),
  ];
  mkdirSync(output, { recursive: true });
  writeFileSync(join(output, 'sbom.cdx.json'), JSON.stringify({ ...npm, components }, null, 1));
  const notices = [
    offer(ffmpeg, debian),
    section(`Node.js ${process.versions.node}`, readFileSync(join(input, 'LICENSE'), 'utf8')),
    section(
      'Models that see faces, people and animals',
      readFileSync(join(root, 'shared/vision/models/NOTICE'), 'utf8'),
    ),
    ...folders.map(noticeOf),
    ...pagePackages.map(({ name, version, identifier, text }) =>
      section(
        `${name} ${version}, in the pages (${identifier ?? 'licence as below'})`,
        text ?? 'Its package holds no text of its licence.',
      ),
    ),
  ];
  writeFileSync(join(output, 'THIRD-PARTY-NOTICES.txt'), notices.join('\n'));
}

if (import.meta.main) main(process.argv.slice(2));
