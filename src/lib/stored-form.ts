// Form persisted in localStorage.
import type * as z from 'zod/mini';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { stored } from './stored.ts';

/** @param key in the storage; another `schema` needs another key */
export function createStoredForm<Form>(
  key: string,
  schema: z.ZodMiniType<Form>,
  fallback: NoInfer<Form>,
): UseBoundStore<StoreApi<Form>> {
  const entry = stored<Form>({
    key,
    version: 1,
    parse: (value) => schema.safeParse(value).data ?? null,
    fallback,
    storage: () => localStorage,
  });
  const useForm = create<Form>(() => entry.read());
  useForm.subscribe((form) => entry.write(form));
  return useForm;
}
