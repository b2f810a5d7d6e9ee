// The place of the charts until they come.
import { Loading } from '#ui/States.tsx';

/** About as tall as the charts: what is below them stays where it is. */
export function ChartsLoading() {
  return (
    <div className="h-132 overflow-hidden tablet:h-224 desk:h-160">
      <Loading rows={32} label="Loading the charts" />
    </div>
  );
}
