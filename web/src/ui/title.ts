/** What the page in front is called; the tab shows it. */
import { useEffect } from "react";
import { create } from "zustand";

/** What the page in front says of itself; it comes first in the title. */
export const useTitle = create<{ title: string; isMine: boolean }>(() => ({ title: "", isMine: false }));

/** Say what this page is called. */
export function usePageTitle(title: string, isMine = false): void {
  useEffect(() => {
    useTitle.setState({ title, isMine });
    return () => useTitle.setState({ title: "", isMine: false });
  }, [title, isMine]);
}
