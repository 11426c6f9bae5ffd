import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import LandingHero from './landing-hero.vue'
import LandingPoints from './landing-points.vue'
import LiveWidget from './live-widget.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('LandingHero', LandingHero)
    app.component('LandingPoints', LandingPoints)
    app.component('LiveWidget', LiveWidget)
  },
} satisfies Theme
