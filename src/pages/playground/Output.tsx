// The text of one choice as it grows: closed blocks are drawn once, only the tail is drawn again.
import { memo } from 'react';
import type { TextLog } from './text-log.ts';

/** @param isReceiving shows the caret behind the text */
export function Output({ text, isReceiving }: { text: TextLog; isReceiving: boolean }) {
  return (
    <div
      aria-label="Output"
      role="region"
      aria-busy={isReceiving}
      className="isolate font-mono text-token wrap-anywhere whitespace-pre-wrap"
    >
      {text.closed.map((block, index) => (
        <Block key={index} text={block} />
      ))}
      <span>{text.tail}</span>
      {isReceiving && (
        <span aria-hidden="true" className="ml-px inline-block h-4 w-0.5 bg-act align-middle" />
      )}
    </div>
  );
}

// Blocks never change, and a block outside the window costs no layout.
const Block = memo(function Block({ text }: { text: string }) {
  return <span>{text}</span>;
});
