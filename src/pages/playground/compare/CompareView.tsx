// Several models or parameter sets on one prompt, side by side.
import { ViewFrame } from '#pages/playground/ViewFrame.tsx';
import { ViewSwitch } from '#pages/playground/ViewSwitch.tsx';
import { Empty } from '#ui/States.tsx';

/** Empty until columns are added. */
export function CompareView() {
  return (
    <ViewFrame bar={<ViewSwitch />}>
      <div className="p-6">
        <Empty title="Here answers will stand side by side">
          <p>One prompt, several models, checkpoints or parameter sets, streaming together.</p>
        </Empty>
      </div>
    </ViewFrame>
  );
}
