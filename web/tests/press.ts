/** How the tests press: a question is answered at another place than what asked it, as on any screen. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";

export async function pressElsewhere(name: string | RegExp): Promise<void> {
  const target = screen.getByRole("button", { name });
  await userEvent.pointer({ keys: "[MouseLeft]", target, coords: { clientX: 300, clientY: 300 } });
}
