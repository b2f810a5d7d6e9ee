// The way out where a service cannot be reached: all connections.
import { Button } from '#ui/Button.tsx';
import { openConnections } from './store.ts';

/** Stands beside "Try again". */
export function OpenConnections() {
  return <Button onClick={openConnections}>Open connections</Button>;
}
