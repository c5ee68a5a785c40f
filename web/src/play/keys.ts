import { useEffect, useRef } from "react";
import { isHotkey } from "../ui/hotkeys";
import { useSettings } from "../ui/settings";

/** / goes to the chat, ? tells the keys, Z shows the table alone. */
export function useShellKeys(chat: () => void, help: () => void, zen: () => void): void {
  const isOn = useSettings((settings) => settings.hotkeys);
  const now = useRef({ chat, help, zen });
  now.current = { chat, help, zen };
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (!isHotkey(event) || !/^[/?zZ]$/.test(event.key)) return;
      event.preventDefault();
      if (event.key === "?") now.current.help();
      else if (event.key !== "/") now.current.zen();
      else if (!focusChat()) now.current.chat();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isOn]);
}

/** Whether there is a chat in sight to write to. */
function focusChat(): boolean {
  const field = document.querySelector<HTMLElement>(".aside .chat-field");
  if (field === null || field.offsetParent === null) return false;
  field.focus();
  return true;
}
