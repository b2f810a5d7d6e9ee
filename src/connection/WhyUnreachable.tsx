// Why no answer came, found by probes.
import { useEffect, useState } from 'react';
import { useConnections } from './store.ts';
import { whyUnreachable } from './test-connection.ts';

/** Two small requests without access token; again once the page’s own server answers. */
export function WhyUnreachable({ baseUrl }: { baseUrl: string }) {
  const isOwn = new URL(baseUrl, location.href).origin === location.origin;
  const isBack = useConnections(({ isAnswered }) => isOwn && isAnswered);
  return <Finding key={String(isBack)} baseUrl={baseUrl} />;
}

function Finding({ baseUrl }: { baseUrl: string }) {
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
