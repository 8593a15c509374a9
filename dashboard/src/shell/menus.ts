/** The menus of the sidebar, in one file that is loaded after the page is there. */
export { AccountMenu } from './account-menu.tsx'
export { ProjectSwitcher } from './project-switcher.tsx'
