// Where a model leads: to the playground, to hardware that serves it, to fine-tunes of it.
import { Link } from '@tanstack/react-router';
import { writeList } from '#table/address-list.ts';
import { linkLook } from '#ui/control-look.ts';

const quietLook =
  'inline-flex h-control items-center rounded-control border border-line px-2.5 transition-colors hover:border-edge';

/** Nothing runs by following one: the playground only takes the model into its draft. */
export function ModelActs({ id, isSample }: { id: string; isSample: boolean }) {
  return (
    <div className="flex flex-wrap gap-2">
      {/* Nothing answers under the name of a sample. */}
      {!isSample && (
        <Link to="/" search={{ model: id }} className={linkLook}>
          Open in playground
        </Link>
      )}
      <Link to="/hardware" search={{ model: id }} className={quietLook}>
        Hardware for this model
      </Link>
      <Link to="/fine-tunes" search={{ 'in.model': writeList([id]) }} className={quietLook}>
        Fine-tunes of this model
      </Link>
    </div>
  );
}
