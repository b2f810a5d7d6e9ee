// Tells the end of a job by the browser's own notice, where the person has asked for it.

/** Whether this browser shows notices of this page. `unasked`: the person has to be asked first, by a press. */
export type NoticeRight = 'granted' | 'denied' | 'unasked' | 'unsupported';

/** The right as it is now. */
export function noticeRight(): NoticeRight {
  if (typeof Notification === 'undefined') return 'unsupported';
  return Notification.permission === 'default' ? 'unasked' : Notification.permission;
}

/** Asks for the right where that is needed; call it from a press only. */
export async function askForNotices(): Promise<NoticeRight> {
  if (noticeRight() !== 'unasked') return noticeRight();
  await Notification.requestPermission();
  return noticeRight();
}

/** Shows the notice; a browser that refuses it is not asked again. A press on it brings the page to the front. */
export function tellEnd(jobId: string, status: string, what: string): void {
  if (noticeRight() !== 'granted') return;
  try {
    const notice = new Notification(`Job ${status.toLowerCase()}`, { body: what || jobId, tag: jobId });
    notice.addEventListener('click', () => {
      window.focus();
      notice.close();
    });
  } catch {
    // Some browsers on phones have the right, but no notices of pages.
  }
}
