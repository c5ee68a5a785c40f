/** Another catalogue with the same keys. */
export type Same<T> = { [K in keyof T]: T[K] extends string ? string : Same<T[K]> };
