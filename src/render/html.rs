//! A solve as one self-contained page that is paged through step by step.
//!
//! All pictures are inline SVG; what they share, the board itself, is in the page once. A short script of the page's own shows
//! one step at a time; without scripts all steps stand below each other.

use std::fmt::Write as _;

use super::scene::{Scene, SceneOptions};
use super::steps::Step;
use super::svg::{elements, escape};
use crate::board::Board;

const STYLE: &str = "
:root { color-scheme: light dark; --paper: #ffffff; --ink: #202124; --line: #c4c7cc; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1f23; --ink: #e8eaed; --line: #4a4f55; } }
body { margin: 0 auto; padding: 1rem; max-width: 44rem; background: var(--paper); color: var(--ink); font: 1.05rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.1rem; margin: 0.5rem 0 0; } p { margin: 0.3rem 0 1rem; }
svg { display: block; width: 100%; height: auto; max-height: 75vh; }
nav { display: flex; gap: 0.5rem; align-items: center; position: sticky; top: 0; padding: 0.5rem 0; background: var(--paper); }
nav button { font: inherit; padding: 0.3rem 0.8rem; color: inherit; background: none; border: 1px solid var(--line); border-radius: 0.4rem; }
nav input { flex: 1; min-width: 4rem; }
nav[hidden], section[hidden] { display: none; }
";

const SCRIPT: &str = "
const steps = [...document.querySelectorAll('section')];
const slider = document.querySelector('nav input');
const place = document.querySelector('nav output');
let at = 0;
function show(step) {
  at = Math.max(0, Math.min(steps.length - 1, step));
  steps.forEach((section, i) => { section.hidden = i !== at; });
  slider.value = at;
  place.textContent = (at + 1) + ' / ' + steps.length;
}
document.querySelector('nav').hidden = false;
document.querySelector('#back').onclick = () => show(at - 1);
document.querySelector('#next').onclick = () => show(at + 1);
slider.oninput = () => show(Number(slider.value));
document.onkeydown = (event) => {
  if (event.target === slider) return;
  const move = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1 }[event.key];
  if (move !== undefined) { event.preventDefault(); show(move); }
};
show(0);
";

/// The page: a heading, then each step with its picture, its title and its text.
pub fn encode(board: &Board, steps: &[Step], options: &SceneOptions, heading: &str) -> String {
    let options = SceneOptions { caption: String::new(), caption_lines: 0, ..options.clone() };
    let scenes: Vec<Scene> = steps.iter().map(|step| Scene::board(board, &step.overlay, &options)).collect();
    let ground = Scene::board(board, &super::overlay::Overlay::default(), &options);
    let (width, height) = (ground.width, ground.height);
    let heading = escape(heading);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{heading}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{heading}</h1>\n\
         <svg width=\"0\" height=\"0\" style=\"position: absolute\" aria-hidden=\"true\"><symbol id=\"board\" viewBox=\"0 0 {width} {height}\">\n\
         {}</symbol></svg>\n\
         <nav hidden><button id=\"back\">Back</button><button id=\"next\">Next</button>\
         <input type=\"range\" min=\"0\" max=\"{}\" value=\"0\" aria-label=\"Step\"><output></output></nav>\n",
        elements(&ground.items),
        steps.len().saturating_sub(1),
    );
    for (step, scene) in steps.iter().zip(&scenes) {
        // Marks come after the board in every scene.
        let marks = &scene.items[ground.items.len().min(scene.items.len())..];
        // Writing to a string cannot fail.
        let _ = write!(
            page,
            "<section>\n<svg viewBox=\"0 0 {width} {height}\" role=\"img\"><title>{}</title>\n\
             <use href=\"#board\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n<h2>{}</h2>\n<p>{}</p>\n</section>\n",
            escape(&scene.title),
            elements(marks),
            escape(&step.title),
            escape(&step.text),
        );
    }
    let _ = write!(page, "<script>{SCRIPT}</script>\n</body>\n</html>\n");
    page
}
