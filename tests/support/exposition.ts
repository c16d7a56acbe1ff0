/** What one look at `/metrics` told. A series is named as it stands there, with its labels in their order. */
export interface Exposition {
  /** Every name that is announced by a TYPE line, with `_bucket`, `_sum` and `_count` of histograms. */
  names: Set<string>;
  /** As it came. */
  text: string;
  find(series: string): number | undefined;
  /** Throws Error for a series that is not there. */
  valueOf(series: string): number;
  /** By how much a series is more than it was; what was not there was 0. */
  growthOf(before: Exposition, series: string): number;
}

/** Reads Prometheus's text format from the server at `url`. Throws Error for a line that does not belong there. */
export async function readMetrics(url: string): Promise<Exposition> {
  const response = await fetch(`${url}/metrics`);
  if (response.status !== 200) throw new Error(`/metrics answered ${response.status}`);
  const values = new Map<string, number>();
  const names = new Set<string>();
  const text = await response.text();
  for (const line of text.split('\n')) {
    const [, announced, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (announced) for (const end of endings(type)) names.add(announced + end);
    if (line === '' || line.startsWith('# ')) continue;
    const [, series, value] = /^([a-z_]\w*(?:\{.*\})?) (\S+)$/i.exec(line) ?? [];
    if (!series || !value || (value !== 'Nan' && Number.isNaN(Number(value))))
      throw new Error(`not a line of metrics: ${line}`);
    values.set(series, Number(value));
  }
  const find = (series: string) => values.get(series);
  function valueOf(series: string): number {
    const value = find(series);
    if (value === undefined) throw new Error(`${series} is not among the metrics`);
    return value;
  }
  return {
    names,
    text,
    find,
    valueOf,
    growthOf: (before, series) => (find(series) ?? 0) - (before.find(series) ?? 0),
  };
}

const endings = (type: string | undefined) => (type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']);
