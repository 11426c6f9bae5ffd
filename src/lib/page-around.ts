/** In a frame of another origin: the address of the page around it, as `frame-widget.ts` was told. Undefined elsewhere. */
export function getPageAround({ documentElement }: Document): string | undefined {
  return documentElement.dataset.sluicePage
}
