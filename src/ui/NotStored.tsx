// Note where the browser refused to store something.

/** @param props.what plural */
export function NotStored({ what }: { what: string }) {
  return (
    <p role="status" className="mt-1 text-dense text-warn">
      This browser did not store the {what}: they are lost when the page is closed.
    </p>
  );
}
