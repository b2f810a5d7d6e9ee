// Whether a growing list stays at its end, and how much came since the reader went elsewhere.
import { useState } from 'react';

/** What a list needs to follow. */
export interface Follow {
  readonly isFollowing: boolean;
  /** Entries that came since it stopped to follow. */
  readonly newCount: number;
  readonly setFollowing: (isFollowing: boolean) => void;
}

/** @param count of all entries @param isOnAtFirst whether it follows before the reader has said anything */
export function useFollow(count: number, isOnAtFirst: boolean): Follow {
  const [isFollowing, setOn] = useState(isOnAtFirst);
  const [seenCount, setSeen] = useState(count);
  return {
    isFollowing,
    newCount: isFollowing ? 0 : Math.max(0, count - seenCount),
    setFollowing: (isOn) => {
      if (isOn === isFollowing) return;
      setOn(isOn);
      setSeen(count);
    },
  };
}
