/** What a frame needs, in px: the height of a widget in its place, or both of the button that floats. */
export interface FrameSize {
  inline?: number
  block: number
}

/** Between the button that floats and the edges of its frame. */
const AROUND_LAUNCHER = 40

/** Tells the size that a widget needs, now and whenever it changes. */
export function watchSize(host: HTMLElement, shadow: ShadowRoot, tell: (size: FrameSize) => void): void {
  const measure = () => {
    const launcher = shadow.querySelector<HTMLElement>('[data-part="launcher"]')
    if (!launcher) return tell({ block: host.offsetHeight })
    tell({
      inline: launcher.offsetWidth + AROUND_LAUNCHER,
      block: launcher.offsetHeight + AROUND_LAUNCHER,
    })
  }
  const observer = new ResizeObserver(measure)
  observer.observe(host)
  // The button comes later, and its words change.
  new MutationObserver(() => {
    const launcher = shadow.querySelector('[data-part="launcher"]')
    if (launcher) observer.observe(launcher)
  }).observe(shadow, { childList: true, subtree: true })
}
