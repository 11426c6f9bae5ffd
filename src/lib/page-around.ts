/** In a frame of another origin: the address of the page around it, as `frame-widget.ts` was told. Undefined elsewhere. */
export function getPageAround(): string | undefined {
  return globalThis.document?.documentElement.dataset.sluicePage
}
