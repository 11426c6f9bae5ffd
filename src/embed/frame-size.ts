/**
 * The size that a frame needs, in px: the height of an inline widget, or both of the floating
 * button.
 */
export interface FrameSize {
  inline?: number
  block: number
}

/** The space between the floating button and the edges of its frame. */
const AROUND_LAUNCHER = 40

/** Reports the size that a widget needs, now and whenever it changes. */
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
  // The button is rendered later, and its text changes.
  new MutationObserver(() => {
    const launcher = shadow.querySelector('[data-part="launcher"]')
    if (launcher) observer.observe(launcher)
  }).observe(shadow, { childList: true, subtree: true })
}
