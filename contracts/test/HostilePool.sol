// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Armed} from "./Hostile.sol";

interface IPoolRegistry {
    function registerPool(uint8 specialization) external returns (bytes32 poolId);
    function registerTokens(bytes32 poolId, address[] calldata tokens, address[] calldata assetManagers) external;
    function joinPool(bytes32 poolId, address sender, address recipient, JoinPoolRequest calldata request)
        external
        payable;

    struct JoinPoolRequest {
        address[] assets;
        uint256[] maxAmountsIn;
        bytes userData;
        bool fromInternalBalance;
    }
}

interface IApprove {
    function approve(address spender, uint256 amount) external;
}

/// A pool that anyone may register with a Balancer vault. Its queried price differs from its swap
/// price, and it attacks in between.
contract HostilePool is Armed {
    struct SwapRequest {
        uint8 kind;
        address tokenIn;
        address tokenOut;
        uint256 amount;
        bytes32 poolId;
        uint256 lastChangeBlock;
        address from;
        address to;
        bytes userData;
    }

    IPoolRegistry private immutable vault;
    bytes32 public immutable getPoolId;
    uint256 private queriedBps = 10_000;
    uint256 private swappedBps = 10_000;

    constructor(IPoolRegistry vault_, address[] memory tokens) {
        vault = vault_;
        getPoolId = vault_.registerPool(1);
        vault_.registerTokens(getPoolId, tokens, new address[](tokens.length));
    }

    /// Lends its balance to the vault as liquidity.
    function fill(address[] calldata tokens, uint256[] calldata amounts) external {
        for (uint256 i; i < tokens.length; ++i) {
            IApprove(tokens[i]).approve(address(vault), amounts[i]);
        }
        vault.joinPool(
            getPoolId, address(this), address(this), IPoolRegistry.JoinPoolRequest(tokens, amounts, "", false)
        );
    }

    function onJoinPool(
        bytes32,
        address,
        address,
        uint256[] calldata balances,
        uint256,
        uint256,
        bytes calldata
    ) external pure returns (uint256[] memory amountsIn, uint256[] memory dueFees) {
        amountsIn = new uint256[](balances.length);
        for (uint256 i; i < balances.length; ++i) {
            amountsIn[i] = 10_000 ether;
        }
        dueFees = new uint256[](balances.length);
    }

    /// @param queriedBps_ of the amount, in queries; `swappedBps_` in swaps
    function setPrices(uint256 queriedBps_, uint256 swappedBps_) external {
        (queriedBps, swappedBps) = (queriedBps_, swappedBps_);
    }

    /// A query has the same sender and recipient.
    function onSwap(SwapRequest calldata request, uint256, uint256) external returns (uint256) {
        _fire();
        return request.amount * (request.from == request.to ? queriedBps : swappedBps) / 10_000;
    }
}
