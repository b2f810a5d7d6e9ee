// Persisted form of a tab.
import type * as z from 'zod/mini';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { storedByTab } from './stored.ts';

interface StoredForm<Form> extends UseBoundStore<StoreApi<Form>> {
  /** False once the browser has refused the last change. */
  readonly isStored: () => boolean;
}

/**
 * As `storedByTab`: what two tabs have open does not replace each other's.
 * @param key in the storage; another `schema` needs another key
 */
export function createStoredForm<Form>(
  key: string,
  schema: z.ZodMiniType<Form>,
  fallback: NoInfer<Form>,
): StoredForm<Form> {
  const entry = storedByTab<Form>(
    { key, version: 1, parse: (value) => schema.safeParse(value).data ?? null, fallback },
    { tab: () => sessionStorage, browser: () => localStorage },
  );
  const useForm = create<Form>(() => entry.read());
  useForm.subscribe((form) => entry.write(form));
  return Object.assign(useForm, { isStored: entry.isStored });
}
