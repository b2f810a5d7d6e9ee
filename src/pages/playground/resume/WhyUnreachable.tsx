// Finds out why no answer came, as far as a browser lets it, and says so.
import { useEffect, useState } from 'react';
import { whyUnreachable } from '#connection/why-unreachable.ts';

/** Asks once when it appears: two small requests without a token, none of which is a completion. */
export function WhyUnreachable({ baseUrl }: { baseUrl: string }) {
  const [found, setFound] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const find = async () => {
      const sentence = await whyUnreachable(baseUrl, controller.signal);
      if (!controller.signal.aborted) setFound(sentence);
    };
    void find();
    return () => controller.abort();
  }, [baseUrl]);
  return <output className="block">{found === null ? 'Finding out why…' : `Found: ${found}`}</output>;
}
