// A prompt with variables, run over every row of a data set.
import { ViewFrame } from '#pages/playground/ViewFrame.tsx';
import { ViewSwitch } from '#pages/playground/ViewSwitch.tsx';
import { Empty } from '#ui/States.tsx';

/** Empty until a file is opened. */
export function DataView() {
  return (
    <ViewFrame bar={<ViewSwitch />}>
      <div className="p-6">
        <Empty title="Here a prompt will run over your rows">
          <p>A CSV or JSONL file fills the variables of the prompt; every row gets its answer.</p>
        </Empty>
      </div>
    </ViewFrame>
  );
}
