import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";

configure({ asyncUtilTimeout: 30_000 }); // a busy machine is slow

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);
