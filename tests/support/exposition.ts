/** The result of one scrape of `/metrics`. A series is identified by its exact text, with its labels in their order. */
export interface Exposition {
  /** Every name with a TYPE line, with `_bucket`, `_sum` and `_count` for histograms. */
  names: Set<string>;
  /** The raw text. */
  text: string;
  find(series: string): number | undefined;
  /** Throws Error if the series is missing. */
  valueOf(series: string): number;
  /** How much a series has increased; a missing one counts as 0 before. */
  growthOf(before: Exposition, series: string): number;
}

/** Reads Prometheus's text format from the server at `url`. Throws Error for an invalid line. */
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
