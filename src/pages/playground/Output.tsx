// The text of one choice as it grows: closed blocks are drawn once, only the tail is drawn again.
import { memo } from 'react';
import type { TextLog } from './text-log.ts';

/** @param isReceiving shows the caret behind the text */
export function Output({ text, isReceiving }: { text: TextLog; isReceiving: boolean }) {
  return (
    <section
      aria-label="Output"
      aria-busy={isReceiving}
      className="isolate wrap-anywhere whitespace-pre-wrap"
    >
      {text.closed.map(({ start, text: block }) => (
        <Block key={start} text={block} />
      ))}
      <div>
        {text.tail}
        {isReceiving && <span aria-hidden="true" className="ml-px border-l-2 border-act" />}
      </div>
    </section>
  );
}

// A block ends with its line, so it is a box of its own: the tail's layout never touches it again.
const Block = memo(function Block({ text }: { text: string }) {
  return <div className="[content-visibility:auto]">{text}</div>;
});
