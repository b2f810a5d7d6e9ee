// Why no answer came, found by probes.
import { useEffect, useState } from 'react';
import { whyUnreachable } from './test-connection.ts';

/** Two small requests without access token. */
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
