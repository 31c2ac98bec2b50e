// What the browser keeps for this page. The keys have the server's token: another server at the same address finds nothing of it.
import { token } from "./api";

const prefix = "mercer-serve ", own = `${prefix}${token} `;

/** What pages of earlier servers have left goes. */
export function forgetOthers(): void {
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key.startsWith(prefix) && !key.startsWith(own)) storage.removeItem(key);
}
export function read<T>(storage: Storage, name: string): T | undefined {
  const text = storage.getItem(own + name);
  return text === null ? undefined : (JSON.parse(text) as T);
}
export function write(storage: Storage, name: string, value: unknown): void {
  if (value === undefined) storage.removeItem(own + name);
  else storage.setItem(own + name, JSON.stringify(value));
}
/** Calls when another tab of this page has written. */
export function whenChanged(changed: () => void): void {
  addEventListener("storage", ({ key }) => void (key?.startsWith(own) && changed()));
}
