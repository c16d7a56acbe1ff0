/** The same function, asked once for each key for as long as that lives: what it resolves with is kept. */
export function onceFor<Key extends object, Value>(
  make: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  const known = new WeakMap<Key, Promise<Value>>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}
