//! Having the allocator move blocks of memory.
//!
//! Safe code cannot move a block that a list holds. It can have the list shrink and grow again to
//! the size that it had. An allocator that defragments moves the block in the first step, and has
//! nothing to do in the second. Any other allocator does at worst some work for nothing.

use thin_vec::ThinVec;

/// Has the allocator move the block of a list to where it wants it.
pub fn defragment<T>(list: &mut ThinVec<T>) {
    let capacity = list.capacity();
    let last = if list.len() == capacity { list.pop() } else { None };
    list.shrink_to_fit();
    list.reserve_exact(capacity - list.len());
    list.extend(last);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_the_content_and_the_capacity_that_it_had() {
        for (len, capacity) in [(0, 0), (0, 4), (1, 1), (1, 4), (3, 4), (4, 4)] {
            let mut list = ThinVec::new();
            list.reserve_exact(capacity);
            list.extend(0..len);
            defragment(&mut list);
            assert_eq!((list.capacity(), list.to_vec()), (capacity, (0..len).collect::<Vec<_>>()));
        }
    }
}
