// Keeps the heat of one block painted: when its text grows, comes near the window, changes its width, or the theme turns.
import type { Choice } from '#run/choice.ts';
import { forgetBlock, rememberBlock } from './blocks.ts';
import { watchEmberColours, type Marks } from './heat.ts';
import { paintHeat } from './paint-heat.ts';

/** Paints one block, outside React. */
interface BlockPainter {
  /** Begins with the elements of the block: the box holds the canvas and, last, one text node. @returns the way to end */
  attach: (box: HTMLElement, canvas: HTMLCanvasElement) => () => void;
  /** The text has grown, or marks were switched: the same object paints only what is new, another one everything. */
  update: (marks: Marks) => void;
}

/** @param start offset of the block in the lane's text */
export function createBlockPainter(lane: Choice, start: number): BlockPainter {
  let parts: { readonly box: HTMLElement; readonly canvas: HTMLCanvasElement } | null = null;
  let isNear = false;
  let shown: Marks = { heat: false, stalls: false };
  let painted = 0;

  function paint(from: number): void {
    const node = parts?.box.lastChild;
    if (parts === null || !(node instanceof Text)) return;
    const block = { ...parts, lane, start, length: node.length, node };
    rememberBlock(block);
    if (isNear && isPainted(lane, shown)) painted = paintHeat(block, from, shown);
  }

  function handleNearness(near: boolean): void {
    isNear = near;
    if (isNear) paint(0);
    else if (parts) empty(parts.canvas);
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
        forgetBlock(box);
        parts = null;
      };
    },
    update(marks) {
      const from = marks === shown ? painted : 0;
      shown = marks;
      paint(from);
    },
  };
}

/** Whether anything is painted behind a lane's text. */
export function isPainted({ promptLength }: Choice, { heat, stalls }: Marks): boolean {
  return heat || stalls || promptLength > 0;
}

// A canvas without size holds no memory. Setting a size costs something even where it has none.
function empty(canvas: HTMLCanvasElement): void {
  if (canvas.width === 0) return;
  canvas.width = 0;
  canvas.height = 0;
}

/** What is told about a box. */
interface BoxListener {
  /** The box came near the window, or went away from it; told once at the beginning. */
  readonly onNear: (isNear: boolean) => void;
  /** The width changed; not told at the beginning. */
  readonly onWidth: () => void;
}

/** Distance to the window at which a box counts as near. */
const nearness = '400px';

const watched = new Map<Element, BoxListener & { width: number | null }>();

let observers: { readonly near: IntersectionObserver; readonly size: ResizeObserver } | null = null;

/** Watches a box. @returns the way to end it */
export function watchBox(box: Element, listener: BoxListener): () => void {
  observers ??= {
    near: new IntersectionObserver(tellNearness, { rootMargin: nearness }),
    size: new ResizeObserver(tellWidth),
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

function tellNearness(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) watched.get(target)?.onNear(isIntersecting);
}

// The first report is of the width at the beginning: asking the box for it would lay out the page once a box.
function tellWidth(entries: readonly ResizeObserverEntry[]): void {
  for (const { target, contentRect } of entries) {
    const box = watched.get(target);
    if (box === undefined || box.width === contentRect.width) continue;
    const isFirst = box.width === null;
    box.width = contentRect.width;
    if (!isFirst) box.onWidth();
  }
}

/** A selection whose end lay in text that a block just gave away to the one behind it. */
interface CutSelection {
  readonly from: Text;
  readonly at: number;
  readonly anchor: readonly [node: Node, offset: number];
  readonly focus: readonly [node: Node, offset: number];
}

let cut: CutSelection | null = null;

/**
 * Makes `text` the last child of an element. It has to go on from what is drawn there, or be its beginning: then the rest
 * is what the block behind is given next. Setting the whole text instead would end every selection in it.
 */
export function drawText(box: Element, text: string): void {
  const node = box.lastChild;
  if (!(node instanceof Text)) {
    const added = new Text(text);
    box.append(added);
    takeSelection(added);
  } else if (text.length >= node.length) {
    node.appendData(text.slice(node.length));
  } else {
    cut = selectionBehind(node, text.length);
    node.deleteData(text.length, node.length - text.length);
  }
}

function selectionBehind(node: Text, at: number): CutSelection | null {
  const selection = getSelection();
  if (!selection?.anchorNode || !selection.focusNode || selection.isCollapsed) return null;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  const isCut = (anchorNode === node && anchorOffset > at) || (focusNode === node && focusOffset > at);
  return isCut
    ? { from: node, at, anchor: [anchorNode, anchorOffset], focus: [focusNode, focusOffset] }
    : null;
}

function takeSelection(added: Text): void {
  if (cut === null) return;
  const { from, at, anchor, focus } = cut;
  cut = null;
  const moved = ([node, offset]: CutSelection['anchor']) =>
    node === from && offset > at
      ? ([added, Math.min(offset - at, added.length)] as const)
      : ([node, offset] as const);
  getSelection()?.setBaseAndExtent(...moved(anchor), ...moved(focus));
}
