// Block painter: growth, visibility, width, theme.
import type { Choice } from '#run/choice.ts';
import { forgetBlock, rememberBlock } from './blocks.ts';
import { watchEmberColours, type TextMarks } from './heat.ts';
import { paintHeat, type HeatBlock } from './paint-heat.ts';

interface BlockPainter {
  /** The box must hold the canvas and, last, one text node. @returns detach */
  attach: (box: HTMLElement, canvas: HTMLCanvasElement) => () => void;
  /** The same `marks` object paints only new text. */
  update: (marks: TextMarks) => void;
}

/** @param start UTF-16 offset of the block */
export function createBlockPainter(choice: Choice, start: number): BlockPainter {
  let parts: { readonly box: HTMLElement; readonly canvas: HTMLCanvasElement } | null = null;
  let isNear = false;
  let shown: TextMarks = { heat: false, stalls: false };
  let painted = 0;
  let frame = 0;

  function remember(): HeatBlock | null {
    const node = parts?.box.lastChild;
    if (parts === null || !(node instanceof Text)) return null;
    const block = { ...parts, choice, start, length: node.length, node };
    rememberBlock(block);
    return block;
  }

  function paint(from: number): void {
    const block = remember();
    if (block && isNear && isPainted(choice, shown)) painted = paintHeat(block, from, shown);
  }

  // By the next frame the browser has laid out this text: measuring is free.
  function paintSoon(): void {
    remember();
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      paint(painted);
    });
  }

  function handleNearness(near: boolean): void {
    isNear = near;
    if (isNear) paint(0);
    else if (parts) releaseCanvas(parts.canvas);
  }

  return {
    attach(box, canvas) {
      parts = { box, canvas };
      const repaint = () => paint(0);
      const endBox = watchBox(box, { onNear: handleNearness, onWidth: repaint });
      const endWatching = watchEmberColours(repaint);
      paint(0);
      return () => {
        endBox();
        endWatching();
        cancelAnimationFrame(frame);
        frame = 0;
        forgetBlock(box);
        parts = null;
      };
    },
    update(marks) {
      if (marks !== shown) painted = 0;
      shown = marks;
      paintSoon();
    },
  };
}

export function isPainted({ promptLength }: Choice, { heat, stalls }: TextMarks): boolean {
  return heat || stalls || promptLength > 0;
}

// Size 0 uses no memory; assigning is costly even if it is 0 already.
function releaseCanvas(canvas: HTMLCanvasElement): void {
  if (canvas.width === 0) return;
  canvas.width = 0;
  canvas.height = 0;
}

interface BoxListener {
  /** Called at the start, too. */
  readonly onNear: (isNear: boolean) => void;
  /** Not called for the initial width. */
  readonly onWidth: () => void;
}

const nearness = '400px';

const watched = new Map<Element, BoxListener & { width: number | null }>();

let observers: { readonly near: IntersectionObserver; readonly size: ResizeObserver } | null = null;

/** @returns unwatch */
function watchBox(box: Element, listener: BoxListener): () => void {
  observers ??= {
    near: new IntersectionObserver(reportNearness, { rootMargin: nearness }),
    size: new ResizeObserver(reportWidth),
  };
  const { near, size } = observers;
  watched.set(box, { ...listener, width: null });
  near.observe(box);
  size.observe(box);
  return () => {
    watched.delete(box);
    near.unobserve(box);
    size.unobserve(box);
  };
}

function reportNearness(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) watched.get(target)?.onNear(isIntersecting);
}

// Reading the initial width from the box would force a layout.
function reportWidth(entries: readonly ResizeObserverEntry[]): void {
  for (const { target, contentRect } of entries) {
    const box = watched.get(target);
    if (box === undefined || box.width === contentRect.width) continue;
    const isFirst = box.width === null;
    box.width = contentRect.width;
    if (!isFirst) box.onWidth();
  }
}

/** Ends in text that just moved to the next block. */
interface CutSelection {
  readonly from: Text;
  readonly at: number;
  readonly anchor: readonly [node: Node, offset: number];
  readonly focus: readonly [node: Node, offset: number];
}

let cut: CutSelection | null = null;

/**
 * `text` extends the drawn text or is a prefix of it, whose rest goes to the next block. Replacing all would
 * collapse selections.
 */
export function drawText(box: Element, text: string): void {
  const node = box.lastChild;
  if (!(node instanceof Text)) {
    const added = new Text(text);
    box.append(added);
    restoreSelection(added);
  } else if (text.length >= node.length) {
    node.appendData(text.slice(node.length));
  } else {
    cut = selectionAfter(node, text.length);
    node.deleteData(text.length, node.length - text.length);
  }
}

function selectionAfter(node: Text, at: number): CutSelection | null {
  const selection = getSelection();
  if (!selection?.anchorNode || !selection.focusNode || selection.isCollapsed) return null;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  const isCut = (anchorNode === node && anchorOffset > at) || (focusNode === node && focusOffset > at);
  return isCut
    ? { from: node, at, anchor: [anchorNode, anchorOffset], focus: [focusNode, focusOffset] }
    : null;
}

function restoreSelection(added: Text): void {
  if (cut === null) return;
  const { from, at, anchor, focus } = cut;
  cut = null;
  const moved = ([node, offset]: CutSelection['anchor']) =>
    node === from && offset > at
      ? ([added, Math.min(offset - at, added.length)] as const)
      : ([node, offset] as const);
  getSelection()?.setBaseAndExtent(...moved(anchor), ...moved(focus));
}
