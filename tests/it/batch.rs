//! Work on many items: in their order, on all threads, without piling up.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use queenshot::batch::ordered;

use crate::support::Rng;

#[test]
fn results_come_in_the_order_of_the_items() {
    let mut rng = Rng::new(11);
    let items: Vec<u64> = (0..300).map(|_| if rng.chance(0.05) { 8000 } else { rng.below(300) as u64 }).collect();
    for jobs in [1, 2, 5] {
        let mut seen = Vec::new();
        let work = |number: usize, micros: &u64| {
            std::thread::sleep(Duration::from_micros(*micros));
            (number, *micros)
        };
        ordered(&items, jobs, work, |number, result| {
            seen.push((number, result));
            ControlFlow::Continue(())
        });
        let expected: Vec<_> = items.iter().enumerate().map(|(number, &item)| (number, (number, item))).collect();
        assert_eq!(seen, expected, "{jobs} jobs");
    }
}

/// Behind one item that takes its time, others are worked on, but not without end.
#[cfg(feature = "parallel")]
#[test]
fn one_slow_item_keeps_neither_the_others_nor_all_their_results_waiting() {
    let begun = AtomicUsize::new(0);
    let items = vec![(); 1000];
    let mut ahead = None;
    let work = |number: usize, (): &()| {
        begun.fetch_add(1, Ordering::SeqCst);
        if number == 0 {
            std::thread::sleep(Duration::from_millis(300));
        }
    };
    ordered(&items, 2, work, |_, ()| {
        ahead.get_or_insert(begun.load(Ordering::SeqCst));
        ControlFlow::Continue(())
    });
    assert_eq!(ahead, Some(64), "items begun when the first was handed over");
    assert_eq!(begun.into_inner(), items.len());
}

#[test]
fn nothing_more_is_begun_after_a_break() {
    for jobs in [1, 3] {
        let begun = AtomicUsize::new(0);
        let items = vec![(); 1000];
        let mut delivered = 0;
        let work = |_: usize, (): &()| {
            begun.fetch_add(1, Ordering::SeqCst);
            std::thread::sleep(Duration::from_micros(200));
        };
        ordered(&items, jobs, work, |_, ()| {
            delivered += 1;
            if delivered == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(delivered, 5, "{jobs} jobs");
        assert!(begun.into_inner() < 5 + 32 * jobs + jobs, "{jobs} jobs");
    }
}
