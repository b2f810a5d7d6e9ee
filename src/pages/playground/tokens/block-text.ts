// The text node of a drawn block. It only grows, so that a selection in it stays while an answer comes.

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
