/** Memoizes an async function per key object (weakly held). */
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
